import { randomUUID } from 'node:crypto';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table } from '#functions/platform/store/table.ts';

/** The message is a code for the log, never text that could contain user input. */
export abstract class PartnerError extends Error {
  readonly retryAfterSeconds: number | undefined;
  /** Shown to the user, never logged. */
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

/** Not executed, but may succeed later. */
export class RetryableError extends PartnerError {
  override readonly name = 'RetryAfter';
}

/** Waiting messages are retried until a user reconnects. */
export class ReauthorizationError extends RetryableError {
  constructor() {
    super('reconnect', { retryAfterSeconds: 900 });
  }
}

/** Not executed and never will be: the request is invalid. */
export class PermanentError extends PartnerError {
  override readonly name = 'Permanent';
}

/** The requested object is in another account than the connected one. */
export class ForeignAccountError extends PermanentError {
  constructor(sentence: string) {
    super('not-ours', { sentence });
  }
}

/** Possibly executed: there was no response, or an inconclusive one. */
export class OutcomeUnknownError extends PartnerError {
  override readonly name = 'Unknown';
}

/** Returns the seconds of a Retry-After header, which is a number or a date. */
export const retryAfterOf = (header: string | undefined, now: Date): number | undefined => {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
};

/** One of an organization's companies may be down while others work. */
export interface OrganizationPartner {
  organizationId: string;
  partner: string;
}

/** Nothing was tried or failed; the message is retried later. */
export class CircuitOpenError extends Error {
  readonly retryAfterSeconds: number;
  readonly isProbed: boolean;

  constructor(retryAfterSeconds: number, { isProbed = false } = {}) {
    super('partner paused');
    this.name = 'PartnerPaused';
    this.retryAfterSeconds = retryAfterSeconds;
    this.isProbed = isProbed;
  }
}

/**
 * `closed`: calls run, and consecutive `failures` are counted. `open`: no calls until `probe_at`. `half-open`: one
 * probe runs, until `probe_at` if it died.
 */
interface Status {
  state: 'closed' | 'open' | 'half-open';
  failures: number;
  /** Consecutive openings; the pause grows with them. */
  openings: number;
  probe_at: number;
  probe: string | undefined;
}

const failuresToOpen = 5;
const firstPauseSeconds = 15;
/** An hour's backlog starts to drain within three minutes of the partner's recovery. */
const maxPauseSeconds = 180;
const maxAskedSeconds = 3600;
/** Longer than any partner call. */
const probeSeconds = 30;
const whileProbedSeconds = 5;

const keyOf = ({ organizationId, partner }: OrganizationPartner): Key => keysOf(organizationId).partnerStatus(partner);

const statusOf = (item: Item | undefined): Status => ({
  state: (item?.state as Status['state'] | undefined) ?? 'closed',
  failures: Number(item?.failures ?? 0),
  openings: Number(item?.openings ?? 0),
  probe_at: Number(item?.probe_at ?? 0),
  probe: item?.probe as string | undefined,
});

const pauseSeconds = (openings: number, asked = 0): number =>
  Math.max(Math.min(firstPauseSeconds * 2 ** (openings - 1), maxPauseSeconds), Math.min(asked, maxAskedSeconds));

/** Ends of open circuits by key. Nothing closes a circuit earlier, so it is not read again. */
const openUntil = new Map<string, number>();

class OutrunError extends Error {}

type Conditions = readonly Record<string, unknown>[];
/** A circuit with only counted failures has no state yet. */
const whileClosed: Conditions = [{ state: undefined }, { state: 'closed' }];

/**
 * After five failures in a row, or when the partner requests it, an organization pauses its calls ({@link
 * CircuitOpenError}). Then one probe runs: success closes the circuit, failure lengthens the pause. A permanent error
 * counts as success.
 */
export class CircuitBreaker {
  readonly #table: Table;
  readonly #of: OrganizationPartner;
  readonly #now: () => Date;

  constructor(table: Table, of: OrganizationPartner, now: () => Date) {
    this.#table = table;
    this.#of = of;
    this.#now = now;
  }

  assertNotPaused(): void {
    const { pk } = keyOf(this.#of);
    const left = (openUntil.get(pk) ?? 0) - this.#seconds;
    if (left > 0) throw new CircuitOpenError(left);
    openUntil.delete(pk);
  }

  /** Throws the call's error, or {@link CircuitOpenError} if it may not run. */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    this.assertNotPaused();
    const status = statusOf(await this.#table.get(keyOf(this.#of)));
    const probe = status.state === 'closed' ? undefined : await this.#takeProbe(status);
    try {
      const answer = await ask();
      await this.#succeeded(status, probe);
      return answer;
    } catch (error) {
      await this.#failed(error, status, probe);
      throw error;
    }
  }

  get #seconds(): number {
    return this.#now().getTime() / 1000;
  }

  async #takeProbe({ state, probe_at, probe }: Status): Promise<string> {
    const seconds = this.#seconds;
    if (seconds < probe_at) {
      if (state === 'half-open') throw new CircuitOpenError(whileProbedSeconds, { isProbed: true });
      openUntil.set(keyOf(this.#of).pk, probe_at);
      throw new CircuitOpenError(probe_at - seconds);
    }
    const mine = randomUUID();
    const taken = await this.#change(
      { state: 'half-open', probe: mine, probe_at: Math.ceil(seconds + probeSeconds) },
      { state, probe, probe_at },
    );
    if (!taken) throw new CircuitOpenError(whileProbedSeconds, { isProbed: true });
    return mine;
  }

  async #succeeded({ state, failures }: Status, probe: string | undefined): Promise<void> {
    if (state === 'closed' && failures === 0) return;
    const set = { state: 'closed', failures: 0, openings: 0, probe: '' };
    await this.#changeFirst(set, probe ? [{ probe }] : whileClosed);
  }

  async #failed(error: unknown, status: Status, probe: string | undefined): Promise<void> {
    if (error instanceof PermanentError) return this.#succeeded(status, probe);
    // The failure was not the partner's, so the next caller may probe.
    if (!(error instanceof PartnerError)) {
      if (probe) await this.#change({ state: 'open', probe: '', probe_at: Math.floor(this.#seconds) }, { probe });
      return;
    }
    if (probe) return this.#open(status.openings + 1, error, [{ probe }]);
    const { failures, ...current } = statusOf(
      await this.#table.update({ update: keyOf(this.#of), add: { failures: 1 } }),
    );
    if (current.state === 'closed' && (failures >= failuresToOpen || error.retryAfterSeconds !== undefined))
      await this.#open(1, error, whileClosed);
  }

  async #open(openings: number, error: PartnerError, when: Conditions): Promise<void> {
    const pause = pauseSeconds(openings, error.retryAfterSeconds);
    const probe_at = Math.ceil(this.#seconds + pause);
    await this.#changeFirst({ state: 'open', openings, failures: 0, probe: '', probe_at }, when);
  }

  async #changeFirst(set: Record<string, unknown>, when: Conditions): Promise<void> {
    for (const equals of when) if (await this.#change(set, equals)) return;
  }

  /** Returns false if another process changed it first. */
  async #change(set: Record<string, unknown>, equals: Record<string, unknown>): Promise<boolean> {
    try {
      const changed = { ...set, changed_at: this.#now().toISOString() };
      const refused = () => new OutrunError();
      await this.#table.transact([{ update: keyOf(this.#of), set: changed, when: { equals }, refused }]);
      return true;
    } catch (error) {
      if (error instanceof OutrunError) return false;
      throw error;
    }
  }
}
