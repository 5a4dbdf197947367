import { AppError } from '#domain/shared/contract/errors.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { Condition, Item, Key, Write } from '#functions/platform/store/table.ts';

const maxActions = 100;
const maxBytes = 4 * 1024 * 1024;
const maxItemBytes = 400 * 1024;
const maxPartitionKeyBytes = 2048;
const maxSortKeyBytes = 1024;
const keyName = /^(?:gsi\d)?([ps])k$/;

/** Returns the size of a value as DynamoDB counts it. */
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

/** Returns the bytes of an item, or of what an update writes. Throws if no item or key can hold it. */
const sizeOf = (write: Write): number => {
  const written: object =
    'put' in write ? write.put : 'update' in write ? { ...write.update, ...write.set } : keyOf(write);
  for (const [name, value] of Object.entries(written)) {
    const [, kind] = keyName.exec(name) ?? [];
    const most = kind === 'p' ? maxPartitionKeyBytes : maxSortKeyBytes;
    if (kind && bytesOf(value) > most)
      throw new Error(`${name} of ${named(write)} takes ${bytesOf(value)} bytes: DynamoDB takes ${most}`);
  }
  const bytes = bytesOf(written);
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

const merged = (a: Write, b: Write): Write => {
  if (a.when !== undefined && b.when !== undefined && !isSame(a.when, b.when))
    throw new Error(`two writes ask different things of ${named(a)}`);
  const guard = { when: a.when ?? b.when, refused: a.refused ?? b.refused };
  if ('check' in a) return { ...b, ...guard };
  if ('check' in b) return { ...a, ...guard };
  if ('update' in a && 'update' in b) return { ...addUp(a, b), ...guard };
  throw new Error(`two writes meet on ${named(a)} and cannot be made one`);
};

/**
 * Returns the writes of one transaction, merging those of the same key: additions are summed, and a check becomes the
 * condition of the write. Throws if writes contradict each other or exceed DynamoDB's limits for a transaction (100
 * actions, 4 MB), an item (400 KB) or a key (2,048 and 1,024 bytes).
 */
export const composeTransaction = (writes: readonly Write[], guard?: Guard): Write[] => {
  const byKey = new Map<string, Write>();
  for (const write of writes) {
    const known = byKey.get(named(write));
    byKey.set(named(write), known ? merged(known, write) : write);
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

/** Each condition keeps its own error. */
const withGuard = (write: Write, guard: Write): Write => {
  const { when, refused } = write;
  if (!asksEqual(guard.when)) throw new Error('a guard asks for values');
  if (when !== undefined && !asksEqual(when)) throw new Error(`a guard cannot join what is asked of ${named(write)}`);
  const own = when?.equals ?? {};
  const required = guard.when.equals;
  // The record read since differs from the guard, so the guard would fail.
  if (Object.keys(required).some((name) => name in own && !isSame(own[name], required[name])))
    throw guard.refused?.(undefined) ?? new Error('a guard without words');
  const fails = (current: Item | undefined): Error | undefined =>
    asksEqual(guard.when) && !holdsFor(guard.when, current) ? guard.refused?.(current) : undefined;
  return {
    ...write,
    when: { equals: { ...required, ...own } },
    refused: (current) =>
      fails(current) ?? refused?.(current) ?? new AppError('conflict', { reason: 'a condition failed' }),
  };
};

/** A write to the guarded item adopts its conditions, unless it checks the attribute `enough` itself. */
const guarded = (writes: readonly Write[], { guard, enough }: Guard): Write[] => {
  const at = writes.findIndex((write) => named(write) === named(guard));
  const own = writes[at];
  if (!own) return [guard, ...writes];
  if (asksEqual(own.when) && enough in own.when.equals) return [...writes];
  return writes.with(at, withGuard(own, guard));
};

export interface Guard {
  /** A check of one item's values, in every commit. */
  guard: Write;
  /** A write to the item that checks this attribute itself needs no guard. */
  enough: string;
}
