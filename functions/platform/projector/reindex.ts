import * as z from 'zod';
import { partitionOf } from '#functions/platform/store/key-format.ts';
import {
  type Projection,
  type RecordRef,
  recordsOf,
  recordsWithRowIn,
} from '#functions/platform/store/lists/projection.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';
import { projectRecords } from './project-records.ts';

const segments = 4;
const formerKinds: ReadonlySet<string> = new Set(['TREE', 'DUP', 'SUM']);
const deletedAtOnce = 100;

const Reindexed = z.object({
  records: z.number().default(0),
  leftovers: z.number().default(0),
});
type Reindexed = z.output<typeof Reindexed>;

const Cursor = Reindexed.extend({
  from: z.object({ pk: z.string(), sk: z.string() }).optional(),
  isDone: z.boolean().default(false),
});
type Cursor = z.output<typeof Cursor>;

interface Job {
  table: Table;
  projections: readonly Projection[];
  report?: (done: Reindexed) => void;
}

const cursorsOf = (projections: readonly Projection[]): string =>
  `REINDEX#${projections.map(({ list }) => list.name).join('+')}`;

/** Returns the records whose main items these are, and those with only a ROW left. */
const recordsAmong = (items: readonly Item[], projections: readonly Projection[]): RecordRef[] =>
  items.flatMap((item) =>
    item.sk === 'ROW'
      ? recordsWithRowIn(projections, item.pk)
      : recordsOf(projections, item).filter(({ projection }) => item.sk === projection.main),
  );

/** Projects twice: a concurrent projector with older data may have written nothing before the first pass. */
const projectAgain = async (table: Table, refs: readonly RecordRef[]): Promise<void> => {
  await projectRecords(table, refs, { all: true });
  await projectRecords(table, refs);
};

const removeAll = async (table: Table, keys: readonly Key[]): Promise<void> => {
  const deletes = keys.map(({ pk, sk }): Write => ({ delete: { pk, sk } }));
  for (let at = 0; at < deletes.length; at += deletedAtOnce)
    await table.transact(deletes.slice(at, at + deletedAtOnce));
};

const reindexSegment = async (
  { table, projections }: Job,
  { key, cursor, segment }: { key: Key; cursor: Cursor; segment: number },
  report: () => void,
): Promise<void> => {
  while (!cursor.isDone) {
    const { items, next } = await table.scan(cursor.from, { segment, of: segments });
    await projectAgain(table, recordsAmong(items, projections));
    // The local engine continues only from an existing item, so the last one is removed after the next page.
    const former = [...(cursor.from ? [cursor.from] : []), ...items].filter(
      ({ pk, sk }) => formerKinds.has(partitionOf(pk)?.kind ?? '') && !(pk === next?.pk && sk === next.sk),
    );
    await removeAll(table, former);
    cursor.records += items.filter(({ sk }) => projections.some(({ main }) => main === sk)).length;
    cursor.leftovers += former.length;
    cursor.from = next;
    cursor.isDone = next === undefined;
    await table.put({ ...key, ...cursor });
    report();
  }
};

/**
 * Rewrites all projections in place while the product runs, and removes those of earlier releases. Parallel segments
 * of the table store their progress, so that an interrupted run resumes.
 */
export const reindex = async (job: Job): Promise<Reindexed> => {
  const { table, projections, report = () => undefined } = job;
  const pk = cursorsOf(projections);
  const parts = await Promise.all(
    Array.from({ length: segments }, async (_, segment) => {
      const key = { pk, sk: `SEGMENT#${segment}` };
      return { key, segment, cursor: Cursor.parse((await table.get(key)) ?? {}) };
    }),
  );
  const sumOf = (name: keyof Reindexed): number => parts.reduce((sum, { cursor }) => sum + cursor[name], 0);
  const done = (): Reindexed => ({ records: sumOf('records'), leftovers: sumOf('leftovers') });
  await Promise.all(parts.map((part) => reindexSegment(job, part, () => report(done()))));
  await removeAll(table, await table.query({ pk }));
  return done();
};
