import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { StaleProjectionError } from '#functions/platform/store/lists/bucket-counters.ts';
import { pageOfList, pageOfSearch } from '#functions/platform/store/lists/list-page.ts';
import { recordsSharing } from '#functions/platform/store/lists/projection.ts';
import { UnreadableItemError } from '#functions/platform/store/stored-schema.ts';
import { Table, type Write } from '#functions/platform/store/table.ts';
import { streamReader } from '#functions/platform/workers/worker.ts';
import { type RunningDynamoDb, startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { ensureTable } from '#local/table-definition.ts';
import { recountProjections } from '#tests/support/checker/recount-projections.ts';
import {
  partKey,
  putThing,
  type Thing,
  thingKey,
  thingProjection,
  thingsList,
} from '#tests/support/engines/example-list.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { streamOf } from '#tests/support/engines/table-stream.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { long } from '#tests/support/test-length.ts';
import { projectRecords, projectStream } from './project-records.ts';

const thing = (id: string, changes: Partial<Thing> = {}): Thing => ({
  ...{ id, name: 'Lindqvist', at: '2026-03-01T10:00:00.000Z', state: 'new', colour: 'red' },
  ...changes,
});

const harness = await openHarness();

describe('projectRecords', { timeout: 120_000 }, () => {
  const inOrganization = (organizationId: string = randomUUID()) => {
    const keys = keysOf(organizationId);
    const { table } = harness;
    return {
      organizationId,
      keys,
      write: (...writes: Write[]) => table.transact(writes),
      put: (...things: Thing[]) => table.transact(things.map((one) => putThing(organizationId, one))),
      project: (ids: readonly string[], through: Table = table, all = false) =>
        projectRecords(
          through,
          ids.map((id) => ({ organizationId, projection: thingProjection, id })),
          { all },
        ),
      page: (page: number, filters = {}, more: object = {}) =>
        pageOfList(table, keys, thingsList, { sort: 'at', filters, page, pageSize: 10, ...more }),
      search: (text: string) =>
        pageOfSearch(table, keys, thingsList, { lookup: text, found: () => true, page: 1, pageSize: 50 }),
    };
  };
  const expectConverged = async ({ organizationId }: ReturnType<typeof inOrganization>): Promise<void> => {
    const items = (await harness.items()).filter(({ pk }) => pk.startsWith(`T#${organizationId}#`));
    expect([...recountProjections(items, [thingProjection])]).toEqual([]);
  };

  it('finds records that share a value, up to 50 of them', async () => {
    const org = inOrganization();
    const sharing = async (value: string) =>
      (await recordsSharing(harness.table, org.keys, 'things', [{ reason: 'colour', value }])).length;
    const all = Array.from({ length: 54 }, (_, n) => thing(`t${n}`, { name: 'Lund' }));
    const change = async (things: Thing[]) => {
      await org.put(...things);
      await org.project(things.map(({ id }) => id));
    };
    await change(all);
    expect(await sharing('red')).toBe(0);
    await change(all.slice(0, 4).map((one) => ({ ...one, colour: 'red#2' })));
    expect([await sharing('red'), await sharing('red#2')]).toEqual([50, 4]);
    await expectConverged(org);
  });

  it('creates and removes rows, tokens, counters, copies and shared values', async () => {
    const org = inOrganization();
    await org.put(
      thing('a', { friends: ['b'] }),
      thing('b', { name: 'Nguyễn Nguyễn', state: 'old' }),
      thing('c', { colour: 'blue' }),
    );
    await org.write({ put: { ...partKey(org.organizationId, 'c', 'vault') } });
    await org.project(['a', 'b', 'c']);
    await expectConverged(org);
    expect(await org.page(1)).toMatchObject({ count: 3, isExact: true });
    expect((await org.page(1, { state: 'new' })).rows.map(({ id }) => id)).toEqual(['c', 'a']);
    expect((await org.search('nguy')).rows.map(({ id }) => id)).toEqual(['b']);
    expect((await org.search('vau')).rows).toMatchObject([{ id: 'c', parts: 1 }]);
    expect(await recordsSharing(harness.table, org.keys, 'things', [{ reason: 'colour', value: 'red' }])).toEqual([
      'a',
      'b',
    ]);

    await org.put(thing('a', { state: 'old', friends: ['c'], name: 'Quint' }), thing('b', { hidden: true }));
    await org.write(
      { delete: thingKey(org.organizationId, 'c') },
      { delete: partKey(org.organizationId, 'c', 'vault') },
    );
    await org.project(['b', 'a', 'c', 'a']);
    await expectConverged(org);
    expect(await org.page(1)).toMatchObject({ count: 1, rows: [{ id: 'a', state: 'old' }] });
    expect((await org.search('lind')).count).toBe(0);
  });

  it('combines the differences of several records and writes nothing if unchanged', async () => {
    const org = inOrganization();
    const ids = Array.from({ length: 40 }, (_, n) => `t${String(n).padStart(3, '0')}`);
    await org.put(
      ...ids.map((id, n) => thing(id, { at: new Date(1e12 + n * 1000).toISOString(), state: n % 3 ? 'new' : 'old' })),
    );
    const sizes: number[] = [];
    class Counting extends Table {
      override transact(writes: readonly Write[]) {
        sizes.push(writes.length);
        return super.transact(writes);
      }
    }
    const counting = new Counting(harness.client, harness.tableName);
    await org.project(ids, counting);
    await expectConverged(org);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(sizes.length).toBeLessThanOrEqual(5);
    await org.project(ids, counting);
    expect(sizes.length).toBeLessThanOrEqual(5);
  });

  it('splits many copies over several transactions', async () => {
    const org = inOrganization();
    const friends = Array.from({ length: 150 }, (_, n) => `friend-${n}`);
    await org.put(thing('a', { friends }));
    await org.project(['a']);
    await expectConverged(org);
    await org.put(thing('a', { friends: friends.slice(0, 10), name: 'Other' }));
    await org.project(['a'], harness.table, true);
    await expectConverged(org);
    await org.write({ delete: thingKey(org.organizationId, 'a') });
    await org.project(['a']);
    await expectConverged(org);
  });

  it('repairs tampered projections in a full rebuild', async () => {
    const org = inOrganization();
    const ids = ['a', 'b', 'c'];
    await org.put(...ids.map((id) => thing(id, { friends: ['z'] })));
    await org.project(ids);
    const derived = (await harness.items()).filter(
      ({ pk, sk }) =>
        pk.startsWith(`T#${org.organizationId}#`) &&
        (pk.includes('#S#') || pk.includes('#SHARED#') || sk.startsWith('FRIEND#')),
    );
    for (const { pk, sk } of derived) await org.write({ delete: { pk, sk } });
    await org.project(ids);
    expect((await org.search('lind')).count).toBe(0);
    await org.project(ids, harness.table, true);
    await expectConverged(org);
  });

  it('handles a record created and deleted by others during its write', async () => {
    const org = inOrganization();
    /** Other writers create, change or delete the record after it was read. */
    class Overtaken extends Table {
      writes = 0;
      isGone = false;
      override async transact(...given: Parameters<Table['transact']>) {
        if (++this.writes === 1) {
          await org.project(['a']);
          if (this.isGone) await org.write({ delete: thingKey(org.organizationId, 'a') });
          else await org.put(thing('a', { state: 'old', name: 'Changed' }));
          if (this.isGone) await org.project(['a']);
        }
        return super.transact(...given);
      }
    }
    for (const isGone of [false, true]) {
      const overtaken = new Overtaken(harness.client, harness.tableName);
      overtaken.isGone = isGone;
      await org.put(thing('a'));
      await org.project(['a'], overtaken);
      await expectConverged(org);
      await org.write({ delete: thingKey(org.organizationId, 'a') });
      await org.project(['a']);
    }
  });

  it('converges despite duplicates, disorder, replays, crashes and a second projector', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const change = fc.record({
      id,
      name: fc.constantFrom('Ann Lee', 'Bo Lee', 'Ann', 'Çelik 😀', ''),
      state: fc.constantFrom('new', 'old'),
      colour: fc.constantFrom('red', 'blue'),
      second: fc.integer({ min: 0, max: 3 }),
      friends: fc.subarray(['a', 'x', 'y']),
      gone: fc.boolean(),
      hidden: fc.boolean(),
      /** Project now, with one or two projectors, and crash after this many calls. */
      deliver: fc.record({
        ids: fc.array(id, { maxLength: 6 }),
        twice: fc.boolean(),
        calls: fc.integer({ min: 0, max: 30 }),
      }),
    });
    /** Crashes after this many table calls: before one, or after it but before its result is known. */
    class Mortal extends Table {
      left = 0;
      async #call<T>(call: () => Promise<T>): Promise<T> {
        if (this.left-- <= 0) throw new Error('killed');
        const answer = await call();
        if (this.left-- <= 0) throw new Error('killed');
        return answer;
      }
      override getAll(...given: Parameters<Table['getAll']>) {
        return this.#call(() => super.getAll(...given));
      }
      override query(...given: Parameters<Table['query']>) {
        return this.#call(() => super.query(...given));
      }
      override transact(...given: Parameters<Table['transact']>) {
        return this.#call(() => super.transact(...given));
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const org = inOrganization();
        const under: Promise<unknown>[] = [];
        for (const { deliver, gone, second, ...one } of changes) {
          const at = new Date(1e12 + second * 1000).toISOString();
          await (gone
            ? org.write({ delete: thingKey(org.organizationId, one.id) })
            : org.put(thing(one.id, { ...one, at })));
          const mortal = new Mortal(harness.client, harness.tableName);
          mortal.left = deliver.calls;
          under.push(org.project(deliver.ids, mortal).catch(() => undefined));
          if (deliver.twice) under.push(org.project(deliver.ids.toReversed()));
          if (second === 0) await Promise.all(under.splice(0));
        }
        await Promise.all(under);
        // The stream finally delivers every record again.
        await Promise.all([org.project(['a', 'b', 'c', 'd', 'e']), org.project(['e', 'c', 'a'])]);
        await expectConverged(org);
      }),
      { numRuns: long ? 100 : 5 },
    );
  });
});

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
