import type * as z from 'zod';
import { CareCount, CarePlace } from '#domain/care/care.schema.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { ifUnchanged, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

export const placeSchema = storedSchema({
  kind: 'care place',
  shape: 1,
  schema: CarePlace.omit({ funeral_home_name: true }),
});
export type PlaceRecord = z.output<typeof placeSchema.schema>;
export const countSchema = storedSchema({ kind: 'care count', shape: 1, schema: CareCount });

export const createCarePlaceRepository = (table: Table, keys: Keys) => ({
  ...recordReads(table, placeSchema.parse, keys.carePlace),
  async all(): Promise<PlaceRecord[]> {
    const items = await table.query({ pk: keys.carePlaces(), between: ['PLACE#', prefixEnd('PLACE#')] });
    return items.map((item) => placeSchema.parse(item));
  },
  create: (record: PlaceRecord): Write => ({
    put: placeSchema.item(keys.carePlace(record.id), record),
    when: 'absent',
  }),
  change: (before: PlaceRecord, next: PlaceRecord): Write => ({
    put: placeSchema.item(keys.carePlace(next.id), { ...next, version: before.version + 1 }),
    ...ifUnchanged(before),
  }),
});
export const carePlaces = { grants: ['table:care'], in: createCarePlaceRepository } as const satisfies Repository;

const countItem = (keys: Keys, record: CareCount) => ({
  ...countSchema.item(keys.careCount(record.id), record),
  ...(record.differs && !record.settled ? { gsi1pk: keys.openCareCounts(), gsi1sk: record.id } : {}),
});
const countOf = ({ gsi1pk: _pk, gsi1sk: _sk, ...item }: Item): CareCount => countSchema.parse(item);

export const createCareCountRepository = (table: Table, keys: Keys) => ({
  ...recordReads(table, countOf, keys.careCount),
  async last(): Promise<CareCount | undefined> {
    const [item] = await table.query({ pk: keys.careCounts(), newestFirst: true, limit: 1 });
    return item && countOf(item);
  },
  /** Those whose difference is not settled, newest first, however old. */
  async open(): Promise<CareCount[]> {
    const found = await table.query({ pk: keys.openCareCounts(), index: 'gsi1' });
    // The index has only keys, and lags.
    const counts = (await table.getAll(found)).map(countOf).filter(({ settled }) => !settled);
    return counts.toSorted((a, b) => b.id.localeCompare(a.id));
  },
  create: (record: CareCount): Write => ({ put: countItem(keys, record), when: 'absent' }),
  settle: (next: CareCount): Write => ({
    put: countItem(keys, next),
    when: { equals: { settled: null } },
    refused: () => new WriteConflictError(),
  }),
});
export const careCounts = { grants: ['table:care'], in: createCareCountRepository } as const satisfies Repository;
