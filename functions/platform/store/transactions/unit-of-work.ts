import type { EventName, EventPayload } from '#domain/registry/event-catalog.ts';
import { type AuditAction, auditActions, isBeginning, isEncrypted } from '#domain/shared/audit/audit-actions.ts';
import { auditWrite, type Change, type Trace, withSealedChanges } from '#functions/platform/store/audit/audit-log.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import {
  type AuditSubject,
  type ChangeEncryptor,
  changeEncryptor,
  type KeyWrapper,
} from '#functions/platform/store/subject-keys.ts';
import type { Key, Table, Write } from '#functions/platform/store/table.ts';
import { callMs, withDeadline } from '../retries.ts';
import { composeTransaction, type Guard } from './compose-transaction.ts';
import { AlreadyBegunError, begunWrite, idempotencyWrite, type RequestIdentity } from './idempotency.ts';
import { outboxWrite, type PendingEvent, pendingEvent } from './outbox.ts';
import { retryOnConflict, type WriteConflictError } from './retry-on-conflict.ts';

interface Remembered {
  key: Key;
  identity: RequestIdentity;
}

/** Collects the writes, audit entries and events of one request, and commits them in one or more steps. */
export class UnitOfWork {
  readonly #table: Table;
  readonly #keys: Keys;
  readonly #organizationId: string;
  readonly #trace: Trace;
  readonly #remembered: Remembered | undefined;
  readonly #guard: Guard | undefined;
  /** Entries about the fictional people of a demo stay plain. */
  readonly #seal: ChangeEncryptor | 'in clear' | undefined;
  #writes: Write[] = [];
  /** Entries that are encrypted at the commit, each with its record. */
  #toSeal = new Map<Write, AuditSubject>();
  #announced: PendingEvent[] = [];
  #hints: Write[] = [];
  /** True while {@link attempt} runs, so that a commit may end with a conflict. */
  #isNewRequest = false;

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

  /** Adds writes; `undefined` and empty lists add nothing. */
  add(...writes: readonly (Write | readonly Write[] | undefined)[]): this {
    for (const write of writes.flat()) if (write) this.#writes.push(write);
    return this;
  }

  /** Records an action in the record's append-only audit log. */
  audit(auditAction: AuditAction, id: string, changes?: readonly Change[]): this {
    const entry = auditWrite(this.#keys, this.#trace, auditAction, id, changes);
    if (isEncrypted(auditAction) && this.#seal !== 'in clear')
      this.#toSeal.set(entry, { kind: auditActions[auditAction].kind, id, isNew: isBeginning(auditAction) });
    return this.add(entry);
  }

  /** Publishes an event after the commit, in the order of the calls. */
  announce<N extends EventName>(name: N, aggregateId: string, payload: EventPayload<N>): this {
    this.#announced.push(pendingEvent(name, aggregateId, payload));
    return this;
  }

  /** Adds a write that only speeds up a later search: it is written last, and may be lost. */
  hint(write: Write | undefined): this {
    if (write) this.#hints.push(write);
    return this;
  }

  /** Commits what was collected so far; no response is stored. */
  async step(): Promise<void> {
    const events = this.#announced.length
      ? [outboxWrite(this.#keys, this.#organizationId, this.#trace, this.#announced)]
      : [];
    const writes = composeTransaction([...(await this.#sealed()), ...events], this.#guard);
    const hints = this.#hints;
    this.#discard();
    if (writes.length) await this.#table.transact(writes, { isNewRequest: this.#isNewRequest });
    if (hints.length) await this.#tryOnce(hints).catch(() => undefined);
  }

  /** The change has committed and the caller waits, so a hint gets only one attempt. */
  #tryOnce(hints: readonly Write[]): Promise<void> {
    return withDeadline(Date.now() + callMs + 50, () => this.#table.transact(composeTransaction(hints)));
  }

  /** Commits a step that creates the record with this id, unless an earlier attempt created one; returns its id. */
  async begin(id: string): Promise<string> {
    if (this.#remembered)
      this.#writes.unshift(begunWrite(this.#remembered.key, this.#remembered.identity, id, this.#trace.now));
    try {
      await this.step();
      return id;
    } catch (error) {
      if (error instanceof AlreadyBegunError) return error.id;
      throw error;
    }
  }

  /** Commits what was collected since the last step, together with the response. */
  async finish<T>(answer: T): Promise<T> {
    // First, so that a replay wins over conditions that its own first run made false.
    if (this.#remembered)
      this.#writes.unshift(idempotencyWrite(this.#remembered.key, this.#remembered.identity, answer, this.#trace.now));
    await this.step();
    return answer;
  }

  attempt<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  attempt<Current, Answer>(
    read: () => Promise<Current>,
    work: (current: Current) => Promise<Answer>,
    Refusal?: typeof WriteConflictError,
  ): Promise<Answer>;
  async attempt<Current, Answer>(
    read: () => Promise<Current>,
    work?: (current: Current) => Promise<Answer>,
    Refusal?: typeof WriteConflictError,
  ): Promise<Current | Answer> {
    const before = this.#isNewRequest;
    this.#isNewRequest = true;
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
      this.#isNewRequest = before;
    }
  }

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

/** Creates a unit of work for a worker outside a call: without Idempotency-Key and session guard. */
export const systemUnitOfWork = (
  { table, keyWrapper }: { table: Table; keyWrapper: KeyWrapper },
  organizationId: string,
  trace: Trace,
): UnitOfWork => {
  const keys = keysOf(organizationId);
  return new UnitOfWork(table, keys, organizationId, trace, { seal: changeEncryptor(table, keys, keyWrapper) });
};
