import type { TableGrant } from '#domain/shared/access/grants.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import type { Keys } from './keys.ts';
import type { Item, Key, Table, Write } from './table.ts';
import { ContendedError, WriteConflictError } from './transactions/retry-on-conflict.ts';

/** A handler dependency: the factory of a repository for one organization, and its rights on the table. */
export interface Repository<T = unknown> {
  readonly grants: readonly TableGrant[];
  readonly in: (table: Table, keys: Keys) => T;
}

/** The same for data that is read before an organization is known. */
export interface SharedRepository<T = unknown> {
  readonly grants: readonly TableGrant[];
  readonly shared: (table: Table) => T;
}

/** Returns how records of one kind are read by id: `find` returns undefined if there is none, `require` throws 404. */
export const recordReads = <Stored, Id extends readonly unknown[]>(
  table: Table,
  parse: (item: Item) => Stored,
  keyOf: (...id: Id) => Key,
) => {
  const find = async (...id: Id): Promise<Stored | undefined> => {
    const item = await table.get(keyOf(...id));
    return item && parse(item);
  };
  return {
    find,
    async require(...id: Id): Promise<Stored> {
      const found = await find(...id);
      if (!found) throw notFound();
      return found;
    },
  };
};

/** Returns the condition that a record is as it was read: fails with {@link WriteConflictError}, or 404 if it is gone. */
export const ifUnchanged = ({ version }: { version: number }): Pick<Write, 'when' | 'refused'> => ({
  when: { equals: { version } },
  refused: (current) => (current ? new WriteConflictError() : notFound()),
});

/** Returns the next number of a yearly sequence and the write that takes it, so that none is skipped or used twice. */
export const nextInSequence = async (table: Table, key: Key): Promise<{ sequence: number; counted: Write }> => {
  const last = Number((await table.get(key))?.last ?? 0);
  return {
    sequence: last + 1,
    counted: {
      update: key,
      set: { last: last + 1 },
      when: last === 0 ? 'absent' : { equals: { last } },
      refused: () => new ContendedError(),
    },
  };
};
