import { AppError } from '#domain/shared/contract/errors.ts';
import { CircuitOpenError } from '#functions/platform/store/partners/circuit.ts';
import { EffectPending } from '#functions/platform/store/partners/effects.ts';
import { PartnerError, PermanentError } from '#functions/platform/store/partners/partner-error.ts';

const firstSeconds = 5;
const longestSeconds = 180;
/** What SQS hides a message for at most. */
const maxSeconds = 43_200;

/** For an error that nobody has foreseen, a quarter of an hour: it will be one of the program. */
const receivesOfUnforeseen = 10;

/** A message that cannot be worked on: after so many receives nobody expects that it ever can. */
export abstract class LimitedRetries extends Error {
  abstract readonly receives: number;
  /** Always after so long, instead of later and later. */
  readonly seconds: number | undefined;
}

/** A partner that is back within that finds everybody asking again at least every three minutes. */
const patientSeconds = 75 * 60;
/** An older message waits a fourth of its age, so that what was down for long is asked seldom and every day still. */
const shareOfAge = 4;
const maxOfOldSeconds = 3 * 3600;

/**
 * A message becomes rare by its age and not by how often it came: while its partner is paused it may come twice as often
 * as when it alone asks. The hundred receives that a queue allows last for days, and whatever was mended meanwhile is
 * tried by newer messages first.
 */
const minSeconds = (error: unknown, ageSeconds: number): number => {
  // An answer is near that decides for all of them: that is waited for, and no longer.
  const isNear = error instanceof EffectPending || (error instanceof CircuitOpenError && error.isProbed);
  if (ageSeconds <= patientSeconds || isNear || !isTemporary(error)) return 0;
  return Math.min(ageSeconds / shareOfAge, maxOfOldSeconds);
};

const seconds = (error: unknown, receives: number, random: () => number): number => {
  const asked = (error as { retryAfterSeconds?: number }).retryAfterSeconds ?? 0;
  if (error instanceof LimitedRetries && error.seconds) return error.seconds;
  if (error instanceof EffectPending) return asked + random() * 2;
  // They all wait for one probe, and need not all come in the second after it.
  if (error instanceof CircuitOpenError) return asked + 1 + random() * 15;
  const backoff = Math.min(firstSeconds * 2 ** (receives - 1), longestSeconds);
  return Math.max(asked, backoff * (0.5 + random() / 2));
};

/** It passes by itself, so that the message is kept until then. */
const isTemporary = (error: unknown): boolean =>
  error instanceof PartnerError ||
  error instanceof CircuitOpenError ||
  error instanceof EffectPending ||
  (error instanceof AppError && error.kind === 'unavailable');

const maxReceives = (error: unknown): number => {
  if (error instanceof PermanentError) return 1;
  if (error instanceof LimitedRetries) return error.receives;
  return isTemporary(error) ? Number.POSITIVE_INFINITY : receivesOfUnforeseen;
};

/**
 * In how many seconds a message that failed comes again, exponential with jitter by how often it was received, not before
 * its partner wants it, and seldom when it is old; undefined when it is given up, because it will never succeed.
 */
export const retryDelaySeconds = (
  error: unknown,
  { receives, ageSeconds }: { receives: number; ageSeconds: number },
  random = Math.random,
): number | undefined => {
  if (receives >= maxReceives(error)) return undefined;
  const wait = Math.max(seconds(error, receives, random), minSeconds(error, ageSeconds));
  return Math.min(Math.ceil(wait), maxSeconds);
};
