import { randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyTrail } from '#functions/store/audit-chain.ts';
import { keysOf } from '#functions/store/keys.ts';
import { type Item, Table } from '#functions/store/table.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { sealEntries } from './seal-entries.ts';
import { verifyChains } from './verify-chains.ts';

const logger = new Logger({ serviceName: 'test', logLevel: 'SILENT' });
const inAnHour = new Date(Date.now() + 3600_000);

describe('the audit trail behind the stream', { timeout: 20_000 }, () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  /** Entries of one record as they were committed. */
  const record = async (organization: string, count: number): Promise<{ pk: string; entries: Item[] }> => {
    const id = randomUUID();
    const { audit } = harness.databaseOf(organization);
    for (let n = 0; n < count; n++) await harness.table.transact([audit.entry('CASE', id, `change-${n}`)]);
    const pk = keysOf(organization).audit('CASE', id);
    return { pk, entries: await harness.table.query({ pk }) };
  };
  const streamOf = (entries: Item[]): DynamoDBStreamEvent => ({
    Records: entries.map((entry, n) => ({
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: String(n + 1), NewImage: marshall(entry) as Record<string, AttributeValue> },
    })),
  });

  it('seals entries in the order of the stream, and again without harm', async () => {
    const { pk, entries } = await record(randomUUID(), 5);
    const seal = sealEntries({ table: harness.table, logger });
    for (let time = 0; time < 2; time++) expect(await seal(streamOf(entries))).toEqual({ batchItemFailures: [] });
    expect(await verifyTrail(harness.table, pk, inAnHour)).toEqual([]);
  });

  it('stops at the entry that it could not seal, and goes on from there when the stream brings it again', async () => {
    const { pk, entries } = await record(randomUUID(), 4);
    let left = 2;
    class FailsAtTheThird extends Table {
      override async transact(writes: Parameters<Table['transact']>[0]) {
        if (left-- === 0) throw new Error('throttled');
        return super.transact(writes);
      }
    }
    const table = new FailsAtTheThird(harness.client, harness.tableName);
    const seal = sealEntries({ table, logger });
    expect(await seal(streamOf(entries))).toEqual({ batchItemFailures: [{ itemIdentifier: '3' }] });
    const unsealed = await verifyTrail(harness.table, pk, inAnHour);
    expect(unsealed.map(({ problem, sk }) => [problem, sk])).toEqual(
      entries.slice(2).map(({ sk }) => ['entry-unsealed', sk]),
    );
    expect(await seal(streamOf(entries.slice(2)))).toEqual({ batchItemFailures: [] });
    expect(await verifyTrail(harness.table, pk, inAnHour)).toEqual([]);
  });

  it('keeps one chain when two sealers have the same entries at the same time', async () => {
    const { pk, entries } = await record(randomUUID(), 12);
    const seal = sealEntries({ table: harness.table, logger });
    const untilDone = async (): Promise<void> => {
      for (let rest = entries; rest.length > 0; ) {
        const [failed] = (await seal(streamOf(rest))).batchItemFailures;
        rest = failed ? rest.slice(Number(failed.itemIdentifier) - 1) : [];
      }
    };
    await Promise.all([untilDone(), untilDone()]);
    expect(await verifyTrail(harness.table, pk, inAnHour)).toEqual([]);
  });

  it('S-12 raises the metric for an entry that was removed, and for none otherwise', async () => {
    const organization = randomUUID();
    const { pk, entries } = await record(organization, 3);
    await sealEntries({ table: harness.table, logger })(streamOf(entries));
    const verify = verifyChains({ table: harness.table, logger, now: () => new Date() });
    expect(await verify()).toMatchObject({ findings: 0 });

    await harness.table.transact([{ delete: { pk, sk: String(entries[1]?.sk) } }]);
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await verify()).toMatchObject({ findings: 1 });
    const metrics = written.mock.calls
      .map(([line]) => String(line))
      .filter((line) => line.includes('AuditChainBroken'));
    expect(metrics.map((line) => JSON.parse(line).AuditChainBroken)).toEqual([1]);
  });
});
