/**
 * What a partner's failure means for whoever asked. Adapters translate what their partner says into one of three, so
 * that nobody else knows any partner's codes: {@link RetryableError}, {@link PermanentError}, {@link OutcomeUnknownError}. The message is a
 * code for the log, never a text that could quote what people entered.
 */
export abstract class PartnerError extends Error {
  /** What the partner itself asked to wait, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** Why it refused, in its own words: for the person who asked, and for no log. */
  readonly sentence: string | undefined;

  constructor(
    reason: string,
    {
      cause,
      retryAfterSeconds,
      sentence,
    }: { cause?: unknown; retryAfterSeconds?: number | undefined; sentence?: string | undefined } = {},
  ) {
    super(reason, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
    this.sentence = sentence;
  }
}

/** It did not do it, and may do it later: it is busy, or we are not let in at the moment. */
export class RetryableError extends PartnerError {
  override readonly name = 'RetryAfter';
}

/** It lets us in no more until somebody has connected anew; what waits for that comes again by and by. */
export class ReauthorizationError extends RetryableError {
  constructor() {
    super('reconnect', { retryAfterSeconds: 900 });
  }
}

/** It did not do it and never will: what was asked is wrong. */
export class PermanentError extends PartnerError {
  override readonly name = 'Permanent';
}

/** It lets us in, and what was asked about is in another account than the one that is connected now. */
export class ForeignAccountError extends PermanentError {
  constructor(sentence: string) {
    super('not-ours', { sentence });
  }
}

/** It may have done it or not: no answer, or one that says nothing about it. */
export class OutcomeUnknownError extends PartnerError {
  override readonly name = 'Unknown';
}

/** The seconds of a Retry-After header, which is a number of them or an instant. */
export const retryAfterOf = (header: string | undefined, now: Date): number | undefined => {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
};
