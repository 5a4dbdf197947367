import { sealedStore } from './sealed-store.ts';

/** The names of a person's entries begin with the person's id; older versions used only the id for a call. */
export const isOf = (profileId: string, name: string): boolean =>
  name === profileId || name.startsWith(`${profileId}/`);

/** Moves, and what is stored only to be read, are no calls. */
const isNoCall = (name: string): boolean => name.includes('/care-') || name.includes('/run-sheet/');

export const isCall = (name: string): boolean => name !== 'person' && !isNoCall(name);

/** A move of a person in care. */
export const isMove = (name: string): boolean => name.includes('/care-move/');

/** Counts the calls and moves of this person, or of all, that are not fully on the server. */
export const countUnsent = async (profileId?: string): Promise<number> =>
  (await sealedStore.names()).filter(
    (name) => (isCall(name) || isMove(name)) && (profileId === undefined || isOf(profileId, name)),
  ).length;

/** Removes the data of all persons when access ended. */
export const forgetDevice = (): Promise<unknown> => sealedStore.clear();

/** Removes all data at sign-out, and stores nothing more until the page loads again. */
export const leaveDevice = (): Promise<unknown> => sealedStore.close();
