import { Permanent } from '#functions/adapters/partner-error.ts';
import { PartnerPaused } from '#functions/store/circuit.ts';
import { EffectPending } from '#functions/store/effects.ts';

const firstSeconds = 5;
const longestSeconds = 180;
/** What SQS hides a message for at most. */
const mostSeconds = 43_200;

/** A message that cannot be understood: after so many receives nobody expects it to be any more. */
export abstract class GivenUpAfter extends Error {
  abstract readonly receives: number;
  /** Always after so long, instead of later and later. */
  readonly seconds: number | undefined;
}

/**
 * From the 26th receive on, after more than an hour, a message comes more and more seldom: the fifty receives that a
 * queue allows last a day and a half, and whatever was mended meanwhile is tried by newer messages first.
 */
const leastSeconds = (receives: number): number => {
  if (receives > 35) return 7200;
  return receives > 25 ? 1800 : 0;
};

const seconds = (error: unknown, receives: number, random: () => number): number => {
  const asked = (error as { retryAfterSeconds?: number }).retryAfterSeconds ?? 0;
  if (error instanceof GivenUpAfter && error.seconds) return error.seconds;
  if (error instanceof EffectPending) return asked + random() * 2;
  // They all wait for one probe, and need not all come in the second after it.
  if (error instanceof PartnerPaused) return asked + 1 + random() * 15;
  const backoff = Math.min(firstSeconds * 2 ** (receives - 1), longestSeconds);
  return Math.max(asked, backoff * (0.5 + random() / 2));
};

/**
 * In how many seconds a message that failed comes again, exponential with jitter by how often it was received, and not
 * before its partner wants it; undefined when it is given up, because it will never succeed.
 */
export const nextTrySeconds = (error: unknown, receives: number, random = Math.random): number | undefined => {
  if (error instanceof Permanent) return undefined;
  if (error instanceof GivenUpAfter && receives >= error.receives) return undefined;
  const wait = Math.max(seconds(error, receives, random), leastSeconds(receives));
  return Math.min(Math.ceil(wait), mostSeconds);
};
