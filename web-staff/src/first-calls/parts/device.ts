import { sealedStore } from './sealed-store.ts';

/** The names of a person's calls begin with the person's id; calls of older versions of the page have it alone. */
export const isCallOf = (profileId: string, name: string): boolean =>
  name === profileId || name.startsWith(`${profileId}/`);

/** The person who works here, and what the page keeps for them, have names of their own. */
export const isCall = (name: string): boolean => name !== 'person';

/** How many calls of this person, or of anybody, are on this device and not all at the server. */
export const countKeptCalls = async (profileId?: string): Promise<number> =>
  (await sealedStore.names()).filter(profileId === undefined ? isCall : (name) => isCallOf(profileId, name)).length;

/** All that this device keeps, of everybody or of all but one person: when access has ended, for another person. */
export const forgetDevice = (except?: string): Promise<unknown> =>
  except === undefined ? sealedStore.clear() : sealedStore.forget((name) => !isCallOf(except, name));

/** At sign-out, which ends with loading the page anew: nothing is on this device, and nothing more comes from this tab. */
export const leaveDevice = (): Promise<unknown> => sealedStore.close();
