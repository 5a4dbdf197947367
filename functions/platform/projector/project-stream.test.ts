import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { StaleProjectionError } from '#functions/platform/store/lists/bucket-counters.ts';
import { UnreadableItemError } from '#functions/platform/store/stored-schema.ts';
import { Table } from '#functions/platform/store/table.ts';
import { streamReader } from '#functions/platform/workers/worker.ts';
import { type RunningDynamoDb, startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { ensureTable } from '#local/table-definition.ts';
import { putThing, thingKey, thingProjection } from '#tests/support/engines/example-list.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { streamOf } from '#tests/support/engines/table-stream.ts';
import { projectStream } from './project-stream.ts';

const tableName = 'stillwater';
const longAgo = '2020-01-01T00:00:00.000Z';

describe('projectStream', { timeout: 60_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-stream-'));
  let engine: RunningDynamoDb;
  let client: DynamoDBClient;
  let stream: ReturnType<typeof streamOf>;
  beforeAll(async () => {
    engine = await startDynamoDb({ port: 0, dataDir });
    client = new DynamoDBClient({
      endpoint: engine.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    await ensureTable(client, tableName);
    stream = streamOf(engine, tableName);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  afterAll(async () => {
    stream.close();
    client.destroy();
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('measures the lag from the write, even if it does not change the edit time', async () => {
    const table = new Table(client, tableName);
    const [organizationId, id] = [randomUUID(), randomUUID()];
    const { logger } = recordingLogger();
    const lagsAfter = async (milliseconds: number) => {
      const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
      const now = () => new Date(Date.now() + milliseconds);
      await projectStream({ table, projections: [thingProjection], logger, now })({ Records: await stream.next() });
      const lags = lines.mock.calls.flatMap(([line]) => {
        const { ProjectionLag } = JSON.parse(String(line)) as { ProjectionLag?: number };
        return ProjectionLag ?? [];
      });
      lines.mockRestore();
      return lags;
    };

    const started = Date.now();
    const thing = { id, name: 'Lindqvist', at: longAgo, state: 'new', colour: 'red' };
    await table.transact([putThing(organizationId, thing)]);
    await table.update({ update: thingKey(organizationId, id), set: { updated_at: longAgo } });
    await lagsAfter(0);
    await table.update({ update: thingKey(organizationId, id), add: { link_count: 1 } });
    const [lag = 0, ...others] = await lagsAfter(7_000);
    expect(others).toEqual([]);
    // The stream has whole seconds, so the lag is at most one second too long.
    expect(lag).toBeGreaterThanOrEqual(7_000);
    expect(lag).toBeLessThanOrEqual(8_000 + Date.now() - started);
  });

  it('returns failures before the time limit, even under conflicts', async () => {
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'true');
    const began = Date.now();
    let passed = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => began + passed);
    class ContendedError extends Table {
      override async transact(): Promise<void> {
        passed += 500;
        throw new StaleProjectionError();
      }
    }
    const organizationId = randomUUID();
    const things = ['a', 'b', 'c'].map((id) => ({ id, name: 'Lund', at: longAgo, state: 'new', colour: 'red' }));
    await new Table(client, tableName).transact(things.map((one) => putThing(organizationId, one)));
    const { logger } = recordingLogger();
    const table = new ContendedError(client, tableName);
    const read = streamReader(
      { logger },
      projectStream({ table, projections: [thingProjection], logger, now: () => new Date() }),
    );
    const Records = await stream.next();
    const answer = await read({ Records }, { getRemainingTimeInMillis: () => 6_000 - passed } as Context);
    expect(answer.batchItemFailures).toHaveLength(3);
    expect(passed).toBeGreaterThan(500);
    expect(passed).toBeLessThanOrEqual(6_000);
  });

  it("sets a failing record aside, names it, and projects other organizations' records", async () => {
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'true');
    await stream.next();
    const [theirs, other] = [randomUUID(), randomUUID()];
    const thing = { id: 'one', name: 'Lund', at: longAgo, state: 'new', colour: 'red' };
    const table = new Table(client, tableName);
    await table.transact([putThing(theirs, thing), putThing(other, thing)]);
    const projection = {
      ...thingProjection,
      project: (...given: Parameters<typeof thingProjection.project>) => {
        if (given[0].row(thingProjection.list.partition(given[0], given[1])).pk.includes(theirs))
          throw new UnreadableItemError('thing, shape 1');
        return thingProjection.project(...given);
      },
    };
    const { logger, parsed } = recordingLogger();
    const project = projectStream({ table, projections: [projection], logger, now: () => new Date() });
    expect(await project({ Records: await stream.next() })).toEqual({ batchItemFailures: [] });
    expect(parsed().filter(({ message }) => message === 'record set aside')).toMatchObject([
      { reason: 'UnreadableItemError' },
    ]);
    const rowIn = (organizationId: string) => {
      const keys = keysOf(organizationId);
      return table.get(keys.row(thingProjection.list.partition(keys, 'one')));
    };
    expect(await rowIn(other)).toBeDefined();
    expect(await rowIn(theirs)).toBeUndefined();
  });
});
