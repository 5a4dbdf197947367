import { type AuditAction, auditActions, isBeginning, isEncrypted } from '#domain/shared/audit/audit-actions.ts';
import type { EventName, EventPayload } from '#domain/shared/events/catalog.ts';
import { auditWrite, type Change, type Trace, withSealedChanges } from '#functions/platform/store/audit/audit-log.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import {
  type AuditSubject,
  type ChangeEncryptor,
  changeEncryptor,
  type KeyWrapper,
} from '#functions/platform/store/subject-keys.ts';
import type { Key, Table, Write } from '#functions/platform/store/table.ts';
import { callMs, withDeadline } from '../dynamodb-retries.ts';
import { composeTransaction, type Guard } from './compose-transaction.ts';
import { AlreadyBegun, begunWrite, idempotencyWrite, type RequestIdentity } from './idempotency.ts';
import { outboxWrite, type PendingEvent, pendingEvent } from './outbox.ts';
import { retryOnConflict, type WriteConflict } from './retry-on-conflict.ts';

interface Remembered {
  key: Key;
  identity: RequestIdentity;
}

/**
 * What one request changes. Writes, audit entries and events are collected and commit together, all or nothing:
 * {@link step} commits what was collected so far and lets the request go on; {@link finish} commits the last part with
 * the answer, which alone is remembered under the request's Idempotency-Key.
 */
export class UnitOfWork {
  readonly #table: Table;
  readonly #keys: Keys;
  readonly #organizationId: string;
  readonly #trace: Trace;
  readonly #remembered: Remembered | undefined;
  readonly #guard: Guard | undefined;
  /** What seals entries about people; those of a demonstration, whose people are made up, stay in clear. */
  readonly #seal: ChangeEncryptor | 'in clear' | undefined;
  #writes: Write[] = [];
  /** Entries among the writes that are sealed at the commit, each with its record. */
  #toSeal = new Map<Write, AuditSubject>();
  #announced: PendingEvent[] = [];
  #hints: Write[] = [];
  /** Whether {@link attempt} runs: what is committed then may end with a conflict. */
  #beginsAnew = false;

  constructor(
    table: Table,
    keys: Keys,
    organizationId: string,
    trace: Trace,
    {
      remembered,
      guard,
      seal,
    }: {
      remembered?: Remembered | undefined;
      guard?: Guard | undefined;
      seal?: ChangeEncryptor | 'in clear' | undefined;
    } = {},
  ) {
    this.#seal = seal;
    this.#table = table;
    this.#keys = keys;
    this.#organizationId = organizationId;
    this.#trace = trace;
    this.#remembered = remembered;
    this.#guard = guard;
  }

  /** Adds what repositories made; `undefined` and empty lists add nothing. */
  add(...writes: readonly (Write | readonly Write[] | undefined)[]): this {
    for (const write of writes.flat()) if (write) this.#writes.push(write);
    return this;
  }

  /** Records who did what to a record, in its append-only trail. */
  audit(deed: AuditAction, id: string, changes?: readonly Change[]): this {
    const entry = auditWrite(this.#keys, this.#trace, deed, id, changes);
    if (isEncrypted(deed) && this.#seal !== 'in clear')
      this.#toSeal.set(entry, { kind: auditActions[deed].kind, id, isNew: isBeginning(deed) });
    return this.add(entry);
  }

  /** Announces an event; it leaves only when the change has committed, after those announced before it. */
  announce<N extends EventName>(name: N, aggregateId: string, payload: EventPayload<N>): this {
    this.#announced.push(pendingEvent(name, aggregateId, payload));
    return this;
  }

  /**
   * Adds what only shortens a later search, such as where to look for a free number. It is written once everything else
   * has committed, and may fail or be lost: what relies on it must find out by itself.
   */
  hint(write: Write | undefined): this {
    if (write) this.#hints.push(write);
    return this;
  }

  /** Commits what was collected so far; nothing is remembered under the request's key. */
  async step(): Promise<void> {
    const events = this.#announced.length
      ? [outboxWrite(this.#keys, this.#organizationId, this.#trace, this.#announced)]
      : [];
    const writes = composeTransaction([...(await this.#sealed()), ...events], this.#guard);
    const hints = this.#hints;
    this.#discard();
    if (writes.length) await this.#table.transact(writes, { beginsAnew: this.#beginsAnew });
    if (hints.length) await this.#tryOnce(hints).catch(() => undefined);
  }

  /** The change has committed, and its call waits: a hint that does not succeed at once is lost. */
  #tryOnce(hints: readonly Write[]): Promise<void> {
    return withDeadline(Date.now() + callMs + 50, () => this.#table.transact(composeTransaction(hints)));
  }

  /**
   * A step that makes the record of an id, of which a later step says more. Answers the id, or that of the record which an
   * earlier try of the same request has made: nothing is committed then, and the caller goes on with that one.
   */
  async begin(id: string): Promise<string> {
    if (this.#remembered)
      this.#writes.unshift(begunWrite(this.#remembered.key, this.#remembered.identity, id, this.#trace.now));
    try {
      await this.step();
      return id;
    } catch (error) {
      if (error instanceof AlreadyBegun) return error.id;
      throw error;
    }
  }

  /** Commits what was collected since the last step, and the answer with it. */
  async finish<T>(answer: T): Promise<T> {
    // It stands first, so that a replay wins over the conditions that its own first run has made false.
    if (this.#remembered)
      this.#writes.unshift(idempotencyWrite(this.#remembered.key, this.#remembered.identity, answer, this.#trace.now));
    await this.step();
    return answer;
  }

  /**
   * Reads and works, and does so again when another change came first (see {@link retryOnConflict}). Every try begins with
   * nothing collected, as a failed one had collected changes of records that are different by now. `work` alone reads by itself.
   */
  attempt<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  attempt<Current, Answer>(
    read: () => Promise<Current>,
    work: (current: Current) => Promise<Answer>,
    Refusal?: typeof WriteConflict,
  ): Promise<Answer>;
  async attempt<Current, Answer>(
    read: () => Promise<Current>,
    work?: (current: Current) => Promise<Answer>,
    Refusal?: typeof WriteConflict,
  ): Promise<Current | Answer> {
    const before = this.#beginsAnew;
    this.#beginsAnew = true;
    try {
      return await retryOnConflict<Current, Current | Answer>(
        () => {
          this.#discard();
          return read();
        },
        async (current) => (work ? work(current) : current),
        Refusal,
      );
    } finally {
      this.#beginsAnew = before;
    }
  }

  /** The writes, with what entries say of people under the keys of their records. */
  #sealed(): Promise<Write[]> {
    const seal = this.#seal;
    return Promise.all(
      this.#writes.map((write) => {
        const record = this.#toSeal.get(write);
        if (!record) return write;
        if (!seal || seal === 'in clear')
          throw new Error(`an entry about a ${record.kind} is recorded where nothing can be sealed`);
        return withSealedChanges(write, (entryId, changes) => seal.seal(record, entryId, changes));
      }),
    );
  }

  #discard(): void {
    this.#writes = [];
    this.#toSeal = new Map();
    this.#announced = [];
    this.#hints = [];
  }
}

/**
 * What a worker changes for an organization outside of a call. No request's key remembers it and no session guards it; what
 * it says of people is sealed like everything else in the trail.
 */
export const systemUnitOfWork = (
  { table, keyWrapper }: { table: Table; keyWrapper: KeyWrapper },
  organizationId: string,
  trace: Trace,
): UnitOfWork => {
  const keys = keysOf(organizationId);
  return new UnitOfWork(table, keys, organizationId, trace, { seal: changeEncryptor(table, keys, keyWrapper) });
};
