import * as z from 'zod';
import { NightCall } from './night-call.ts';

/** A call that nobody sent for so long was taken in some other way. */
const keptMs = 72 * 3_600_000;

const keyOf = (profileId: string): string => `stillwater.first-call.${profileId}`;

/** A browser without storage, or with a full one, keeps nothing; the page itself still holds the answers. */
const tried = <T>(access: () => T): T | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};

/**
 * Keeps the answers of a call on this device, for whoever began it, so that neither a lost signal nor a closed tab
 * takes them away. No Social Security Number is among them: the questions do not ask for one.
 */
export const keepCall = (profileId: string, call: NightCall): void =>
  tried(() => localStorage.setItem(keyOf(profileId), JSON.stringify(call)));

export const forgetCall = (profileId: string): void => tried(() => localStorage.removeItem(keyOf(profileId)));

/** The call that this person left unsent here within the last three days. */
export const keptCall = (profileId: string, now: Date): NightCall | undefined => {
  const text = tried(() => localStorage.getItem(keyOf(profileId)));
  const parsed = text
    ? z.safeParse(
        NightCall,
        tried(() => JSON.parse(text)),
      )
    : undefined;
  const call = parsed?.success ? parsed.data : undefined;
  if (call && now.getTime() - Date.parse(call.startedAt) < keptMs) return call;
  if (text) forgetCall(profileId);
  return undefined;
};
