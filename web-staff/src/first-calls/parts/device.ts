import { sealedStore } from './sealed-store.ts';

/** The names of a person's calls begin with the person's id; older versions used only the id. */
export const isCallOf = (profileId: string, name: string): boolean =>
  name === profileId || name.startsWith(`${profileId}/`);

export const isCall = (name: string): boolean => name !== 'person';

/** Counts the calls of this person, or of all, that are not fully on the server. */
export const countKeptCalls = async (profileId?: string): Promise<number> =>
  (await sealedStore.names()).filter(profileId === undefined ? isCall : (name) => isCallOf(profileId, name)).length;

/** Removes the data of all persons, or of all but one, when access ended. */
export const forgetDevice = (except?: string): Promise<unknown> =>
  except === undefined ? sealedStore.clear() : sealedStore.forget((name) => !isCallOf(except, name));

/** Removes all data at sign-out, and stores nothing more until the page loads again. */
export const leaveDevice = (): Promise<unknown> => sealedStore.close();
