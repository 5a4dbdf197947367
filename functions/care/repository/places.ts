import type * as z from 'zod';
import { CareCount, CarePlace } from '#domain/care/care.schema.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { ifUnchanged, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

export const placeSchema = storedSchema({
  kind: 'care place',
  shape: 1,
  schema: CarePlace.omit({ funeral_home_name: true }),
});
export type PlaceRecord = z.output<typeof placeSchema.schema>;
export const countSchema = storedSchema({ kind: 'care count', shape: 1, schema: CareCount });

const maxCounts = 50;

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

export const createCareCountRepository = (table: Table, keys: Keys) => ({
  ...recordReads(table, countSchema.parse, keys.careCount),
  /** The latest, newest first. */
  async latest(): Promise<CareCount[]> {
    const items = await table.query({ pk: keys.careCounts(), newestFirst: true, limit: maxCounts });
    return items.map((item) => countSchema.parse(item));
  },
  create: (record: CareCount): Write => ({ put: countSchema.item(keys.careCount(record.id), record), when: 'absent' }),
  settle: (next: CareCount): Write => ({
    put: countSchema.item(keys.careCount(next.id), next),
    when: { equals: { settled: null } },
    refused: () => new WriteConflictError(),
  }),
});
export const careCounts = { grants: ['table:care'], in: createCareCountRepository } as const satisfies Repository;
