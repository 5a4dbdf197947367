import { BatchWriteItemCommand, type DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { type Item, type Key, Table } from '#functions/platform/store/table.ts';
import { pause } from '#local/sleep.ts';

/** Progress of an import, so that a killed one resumes, and the next one adds other records. */
interface Marker {
  first: number;
  count: number;
  started_at: string;
  finished: boolean;
}

export interface Import {
  client: DynamoDBClient;
  tableName: string;
  organizationId: string;
  count: number;
  now: Date;
  /** Span before now in which they were created, eight years by default. */
  withinMs?: number | undefined;
  report?: (written: number) => void;
}

export interface GeneratedKind<R> {
  marker: string;
  /** Generates records `first` to `first + count` in groups, reproducibly. */
  population: (first: number, count: number, until: Date, withinMs: number | undefined) => Iterable<R[]>;
  itemsOf: (keys: Keys, record: R) => Item[];
}

const maxBatchSize = 25;
const never = new AbortController().signal;

const markerKey = (kind: string, organizationId: string): Key => ({
  pk: `DEMONSTRATION#${kind}#${organizationId}`,
  sk: 'IMPORT',
});

const beginImport = async (table: Table, key: Key, { count, now }: Import): Promise<Marker> => {
  const known = (await table.get(key)) as (Marker & Item) | undefined;
  if (known && !known.finished) return known;
  const first = known ? known.first + known.count : 0;
  const marker: Marker = { first, count, started_at: now.toISOString(), finished: false };
  await table.transact([{ put: { ...key, ...marker } }]);
  return marker;
};

const putBatch = async ({ client, tableName }: Import, items: readonly Item[]): Promise<void> => {
  let pending: WriteRequest[] = items.map((item) => ({
    PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) },
  }));
  for (let tries = 1; pending.length; tries++) {
    const { UnprocessedItems } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [tableName]: pending } }),
    );
    pending = UnprocessedItems?.[tableName] ?? [];
    if (pending.length) await pause(Math.min(50 * 2 ** tries, 2000), never);
  }
};

/**
 * Adds generated records to an organization; the projector then updates its lists. A killed import resumes on the next
 * call, with its original number. Returns how many records it added.
 */
export const importRecords = async <R>(job: Import, kind: GeneratedKind<R>): Promise<number> => {
  const table = new Table(job.client, job.tableName);
  const keys = keysOf(job.organizationId);
  const key = markerKey(kind.marker, job.organizationId);
  const marker = await beginImport(table, key, job);
  const groups = kind.population(marker.first, marker.count, new Date(marker.started_at), job.withinMs);
  let [batch, written] = [[] as Item[], 0];
  for (const group of groups) {
    written += group.length;
    for (const item of group.flatMap((record) => kind.itemsOf(keys, record))) {
      if (batch.push(item) < maxBatchSize) continue;
      await putBatch(job, batch);
      batch = [];
    }
    job.report?.(written);
  }
  await putBatch(job, batch);
  await table.update({ update: key, set: { finished: true } });
  return marker.count;
};
