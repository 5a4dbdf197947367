import { randomUUID } from 'node:crypto';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table } from '#functions/platform/store/table.ts';

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

/** A partner as one organization uses it: one company of theirs may be down while the others' work. */
export interface OrganizationPartner {
  organizationId: string;
  partner: string;
}

/** The partner is not asked at the moment: the message comes again when it is. Nothing was tried, nothing has failed. */
export class CircuitOpenError extends Error {
  readonly retryAfterSeconds: number;
  /** Somebody asks for all at this very moment. */
  readonly isProbed: boolean;

  constructor(retryAfterSeconds: number, { isProbed = false } = {}) {
    super('partner paused');
    this.name = 'PartnerPaused';
    this.retryAfterSeconds = retryAfterSeconds;
    this.isProbed = isProbed;
  }
}

/**
 * `closed`: asked as usual; `failures` in a row are counted. `open`: not asked until `probe_at`. `half-open`: one asks
 * for all, until `probe_at` when it died of it.
 */
interface Status {
  state: 'closed' | 'open' | 'half-open';
  failures: number;
  /** Times in a row that it opened: the pause grows with them. */
  openings: number;
  probe_at: number;
  /** Whose probe is under way. */
  probe: string | undefined;
}

const failuresToOpen = 5;
const firstPauseSeconds = 15;
/** Not longer, so that an hour's backlog begins to drain within three minutes of the partner's recovery. */
const maxPauseSeconds = 180;
const maxAskedSeconds = 3600;
/** Longer than any call of a partner takes. */
const probeSeconds = 30;
/** How long the others wait for the answer of a probe. */
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

/**
 * Until when circuits are open, as this process has read or written it, by their keys. Nothing closes a circuit before
 * that, so that the messages that wait for it need not read it again and again.
 */
const openUntil = new Map<string, number>();

class Outrun extends Error {}

/** One of them must hold. */
type Conditions = readonly Record<string, unknown>[];
/** A circuit that has only counted failures so far has no state yet. */
const whileClosed: Conditions = [{ state: undefined }, { state: 'closed' }];

/**
 * Asks a partner through its circuit breaker. When it has failed five times in a row, or has asked for a pause, nobody
 * of the organization asks it for a while ({@link CircuitOpenError}); then one does for all. Its success lets the others
 * go on, its failure makes the pause longer. A partner that refuses for good is well.
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

  /** Throws {@link CircuitOpenError} when it is known without asking that the partner may not be asked yet. */
  assertNotPaused(): void {
    const { pk } = keyOf(this.#of);
    const left = (openUntil.get(pk) ?? 0) - this.#seconds;
    if (left > 0) throw new CircuitOpenError(left);
    openUntil.delete(pk);
  }

  /** Runs what asks the partner. Throws what it throws, or {@link CircuitOpenError} when it may not run. */
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
    // It was not the partner that failed: whoever comes next may probe.
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

  /** False when somebody else changed it first. */
  async #change(set: Record<string, unknown>, equals: Record<string, unknown>): Promise<boolean> {
    try {
      const changed = { ...set, changed_at: this.#now().toISOString() };
      const refused = () => new Outrun();
      await this.#table.transact([{ update: keyOf(this.#of), set: changed, when: { equals }, refused }]);
      return true;
    } catch (error) {
      if (error instanceof Outrun) return false;
      throw error;
    }
  }
}
