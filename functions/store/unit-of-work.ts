import { type AuditKind, type Deed, deeds, isBeginning, isSealed } from '#domain/audit/deeds.ts';
import { AppError } from '#domain/contract/errors.ts';
import type { EventName, EventPayload } from '#domain/events/catalog.ts';
import { auditWrite, type Change, type Trace, withSealedChanges } from './audit.ts';
import { idempotencyWrite, type RequestIdentity } from './idempotency.ts';
import type { Keys } from './keys.ts';
import { type Announcement, announcement, outboxWrite } from './outbox.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { isSame } from './sorted-json.ts';
import type { ChangesSealer, Told } from './subject-keys.ts';
import type { Condition, Item, Key, Table, Write } from './table.ts';

/** What one transaction of DynamoDB takes at most. */
const maxActions = 100;
const maxBytes = 4 * 1024 * 1024;
/** And what it takes in one item. */
const maxItemBytes = 400 * 1024;

/** What DynamoDB counts a value as: texts as UTF-8, numbers by their digits, and a little for each list and map. */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (!value || typeof value !== 'object') return 1;
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + bytesOf(inner) + 1, 3);
  let sum = 3;
  for (const [name, inner] of Object.entries(value)) sum += Buffer.byteLength(name) + bytesOf(inner) + 1;
  return sum;
};

/** The bytes of a write's item, of an update of what it writes. Throws for one that no item can hold. */
const sizeOf = (write: Write): number => {
  const bytes = bytesOf(
    'put' in write ? write.put : 'update' in write ? { ...write.update, ...write.set } : keyOf(write),
  );
  if (bytes > maxItemBytes) throw new Error(`${named(write)} takes ${bytes} bytes: DynamoDB takes ${maxItemBytes}`);
  return bytes;
};

type Update = Extract<Write, { update: Key }>;

const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
};

const named = (write: Write): string => {
  const { pk, sk } = keyOf(write);
  return `${pk} / ${sk}`;
};

const addUp = (a: Update, b: Update): Update => {
  const add = { ...a.add };
  for (const [attribute, by] of Object.entries(b.add ?? {})) add[attribute] = (add[attribute] ?? 0) + by;
  for (const [attribute, to] of Object.entries(b.set ?? {}))
    if (a.set && attribute in a.set && !isSame(a.set[attribute], to))
      throw new Error(`two writes set ${attribute} of ${named(a)} to different values`);
  return {
    ...a,
    set: { ...a.set, ...b.set },
    add,
    remove: [...new Set([...(a.remove ?? []), ...(b.remove ?? [])])],
  };
};

const together = (a: Write, b: Write): Write => {
  if (a.when !== undefined && b.when !== undefined && !isSame(a.when, b.when))
    throw new Error(`two writes ask different things of ${named(a)}`);
  const guard = { when: a.when ?? b.when, refused: a.refused ?? b.refused };
  if ('check' in a) return { ...b, ...guard };
  if ('check' in b) return { ...a, ...guard };
  if ('update' in a && 'update' in b) return { ...addUp(a, b), ...guard };
  throw new Error(`two writes meet on ${named(a)} and cannot be made one`);
};

/**
 * The writes of one transaction, with those that meet on one key made one: additions are summed, a check becomes the
 * condition of the write beside it. Order is that of the first appearance. What `guard` asks for is one of the actions.
 * Throws when two writes contradict each other, or when there are more than DynamoDB takes in one transaction (100
 * actions, 4 MB) or in one item (400 KB; an update is measured by what it writes): an error of the program, found by its
 * tests and not in AWS.
 */
export const composed = (writes: readonly Write[], guard?: Guard): Write[] => {
  const byKey = new Map<string, Write>();
  for (const write of writes) {
    const known = byKey.get(named(write));
    byKey.set(named(write), known ? together(known, write) : write);
  }
  const own = [...byKey.values()];
  const all = guard && own.length ? guarded(own, guard) : own;
  if (all.length > maxActions) throw new Error(`a transaction of ${all.length} actions: DynamoDB takes ${maxActions}`);
  const bytes = all.reduce((sum, write) => sum + sizeOf(write), 0);
  if (bytes > maxBytes) throw new Error(`a transaction of ${bytes} bytes: DynamoDB takes ${maxBytes}`);
  return all;
};

type Equal = Extract<Condition, { equals: unknown }>;
const asksEqual = (when: Condition | undefined): when is Equal => typeof when === 'object' && 'equals' in when;
const holdsFor = ({ equals }: Equal, item: Item | undefined): boolean =>
  Object.entries(equals).every(([name, value]) => isSame(item?.[name], value));

/** One write that asks for what both ask for, and refuses in the words of the one whose condition does not hold. */
const withGuard = (write: Write, guard: Write): Write => {
  const { when, refused } = write;
  if (!asksEqual(guard.when)) throw new Error('a guard asks for values');
  if (when !== undefined && !asksEqual(when)) throw new Error(`a guard cannot join what is asked of ${named(write)}`);
  const own = when?.equals ?? {};
  const asked = guard.when.equals;
  // What was read since is not what the guard asks for: it would be refused.
  if (Object.keys(asked).some((name) => name in own && !isSame(own[name], asked[name])))
    throw guard.refused?.(undefined) ?? new Error('a guard without words');
  const fails = (current: Item | undefined): Error | undefined =>
    asksEqual(guard.when) && !holdsFor(guard.when, current) ? guard.refused?.(current) : undefined;
  return {
    ...write,
    when: { equals: { ...asked, ...own } },
    refused: (current) =>
      fails(current) ?? refused?.(current) ?? new AppError('conflict', { reason: 'a condition failed' }),
  };
};

/**
 * The writes under a guard of one item. A write to that very item takes the guard's conditions over, unless it asks for
 * the attribute `enough` itself.
 */
const guarded = (writes: readonly Write[], { guard, enough }: Guard): Write[] => {
  const at = writes.findIndex((write) => named(write) === named(guard));
  const own = writes[at];
  if (!own) return [guard, ...writes];
  if (asksEqual(own.when) && enough in own.when.equals) return [...writes];
  return writes.with(at, withGuard(own, guard));
};

/** What must hold whenever something is committed. */
export interface Guard {
  /** A check of one item's values. */
  guard: Write;
  /** A write to that item that asks for this attribute itself asks for enough. */
  enough: string;
}

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
  readonly #seal: ChangesSealer | 'in clear' | undefined;
  #writes: Write[] = [];
  /** Entries among the writes that are sealed at the commit, each with its record. */
  #toSeal = new Map<Write, Told>();
  #announced: Announcement[] = [];
  #hints: Write[] = [];
  /** See {@link eagerly}. */
  #isEager = false;

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
      seal?: ChangesSealer | 'in clear' | undefined;
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
  audit(deed: Deed, id: string, changes?: readonly Change[]): this {
    const entry = auditWrite(this.#keys, this.#trace, deed, id, changes);
    if (isSealed(deed) && this.#seal !== 'in clear')
      this.#toSeal.set(entry, { kind: deeds[deed].kind, id, isNew: isBeginning(deed) });
    return this.add(entry);
  }

  /** Announces an event; it leaves only when the change has committed, after those announced before it. */
  announce<N extends EventName>(name: N, aggregateId: string, payload: EventPayload<N>): this {
    this.#announced.push(announcement(name, aggregateId, payload));
    return this;
  }

  /**
   * Adds what only shortens a later search, such as where to look for a free number. It is written once everything else
   * has committed, and may fail or be lost: whoever relies on it must find out by itself.
   */
  afterwards(hint: Write | undefined): this {
    if (hint) this.#hints.push(hint);
    return this;
  }

  /** Commits what was collected so far; nothing is remembered under the request's key. */
  async step(): Promise<void> {
    const events = this.#announced.length
      ? [outboxWrite(this.#keys, this.#organizationId, this.#trace, this.#announced)]
      : [];
    const writes = composed([...(await this.#sealed()), ...events], this.#guard);
    const hints = this.#hints;
    this.#discard();
    const eager = this.#isEager;
    if (writes.length) await this.#table.transact(writes, { eager });
    if (hints.length) await this.#table.transact(composed(hints)).catch(() => undefined);
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
   * Reads and works until nobody else came first (see {@link retryOnConflict}). Every try begins with nothing collected:
   * what one that failed had added was made of records that have changed since.
   */
  attempt<Current, Answer>(
    read: () => Promise<Current>,
    work: (current: Current, tries: number) => Promise<Answer>,
  ): Promise<Answer> {
    return retryOnConflict(read, (current, tries) => {
      this.#discard();
      return work(current, tries);
    });
  }

  /** Reads now what entries about a record are sealed with: for who is about to wait for a turn, and should not read in it. */
  async foresee(kind: AuditKind, id: string): Promise<void> {
    if (this.#seal && this.#seal !== 'in clear') await this.#seal.foresee({ kind, id });
  }

  /**
   * Runs a try that is over as soon as somebody else is at work on the same items: what it has read is about to change, and
   * whoever comes next does better to wait for their turn than to come again and again. Throws a WriteConflict then.
   */
  async eagerly<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
    this.#isEager = true;
    try {
      return await attempt();
    } finally {
      this.#isEager = false;
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
