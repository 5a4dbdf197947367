import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { callMs } from './retries.ts';
import { Table, type Write } from './table.ts';

const key = (name: string) => ({ pk: `T#t#${name}`, sk: 'X' });

const harness = await openHarness({
  chaos: { seed: 'table', rates: { conflict: 0.2, throttle: 0.05, reset: 0.05, lostAnswer: 0.1 } },
});

describe('Table', () => {
  it('R-01 applies each acknowledged transaction once despite conflicts and lost responses', async () => {
    const acknowledged: string[] = [];
    const pay = async (row: string, cents: number) => {
      const writes: Write[] = [
        { update: key('total'), add: { cents } },
        { put: { ...key(row), cents }, when: 'absent' },
      ];
      await harness.table.transact(writes).then(
        () => acknowledged.push(row),
        (error) => expect(error).toMatchObject({ kind: 'unavailable' }),
      );
    };
    const numbers = Array.from({ length: 16 }, (_, n) => n);
    await Promise.all(
      numbers.map(async (worker) => {
        for (let n = 0; n < 10; n++) await pay(`row-${worker}-${n}`, worker + n);
      }),
    );
    const rows = await Promise.all(
      numbers.map((worker) => harness.calmTable.getAll(numbers.slice(0, 10).map((n) => key(`row-${worker}-${n}`)))),
    );
    const found = new Map(rows.flat().map(({ pk, cents }) => [pk, Number(cents)]));
    expect(acknowledged.filter((row) => !found.has(key(row).pk))).toEqual([]);
    const total = await harness.calmTable.get(key('total'));
    expect(total?.cents).toBe([...found.values()].reduce((sum, cents) => sum + cents, 0));
    expect(acknowledged.length).toBeGreaterThan(150);
    const injected = harness.fault?.injected;
    expect(injected?.conflict).toBeGreaterThan(0);
    expect(injected?.lostAnswer).toBeGreaterThan(0);
  });

  it('accepts texts that end in a lone surrogate, in every kind of write', async () => {
    const half = `Ann ${'\u{1F54A}'.slice(0, 1)}`;
    await harness.table.put({ ...key('half'), name: half });
    await harness.table.update({ update: key('half'), set: { alias: half } });
    await harness.table.transact([
      { update: key('half'), set: { parts: [{ note: half }] }, when: { equals: { name: half } } },
      { put: { ...key(half), name: half } },
    ]);
    expect(await harness.table.get(key('half'))).toMatchObject({
      name: 'Ann \uFFFD',
      alias: 'Ann \uFFFD',
      parts: [{ note: 'Ann \uFFFD' }],
    });
    expect(await harness.table.get(key(half))).toMatchObject({ name: 'Ann \uFFFD' });
  });

  it('throws the error that the rejected write derives from the current item', async () => {
    await harness.table.transact([{ put: { ...key('taken'), owner: 'first' } }]);
    const attempt = harness.table.transact([
      { put: { ...key('other') } },
      {
        put: { ...key('taken'), owner: 'second' },
        when: 'absent',
        refused: (current) => new Error(`owned by ${current?.owner}`),
      },
    ]);
    await expect(attempt).rejects.toThrow('owned by first');
    expect(await harness.table.get(key('other'))).toBeUndefined();
  });

  it('returns a conflict when a condition without its own error fails', async () => {
    await harness.table.transact([{ put: { ...key('versioned'), version: 2 } }]);
    const stale = harness.table.transact([
      { update: key('versioned'), set: { name: 'x' }, when: { equals: { version: 1 } } },
    ]);
    await expect(stale).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('accepts reserved or hostile attribute names as data (S-32)', async () => {
    const odd = { name: 'a', status: 'b', '#n0': 'c', ':v0': 'd', 'a.b': 'e', 'SET x = :y': 'f' };
    await harness.table.transact([{ update: key('odd'), set: odd }]);
    expect(await harness.table.get(key('odd'))).toMatchObject(odd);
  });

  it('reads many keys, some missing, in the requested order', async () => {
    await harness.table.transact([{ put: { ...key('a') } }, { put: { ...key('b') } }]);
    const found = await harness.table.getAll([key('b'), key('none'), key('a')]);
    expect(found.map(({ pk }) => pk)).toEqual(['T#t#b', 'T#t#a']);
    expect(await harness.table.getAll([])).toEqual([]);
  });
});

describe('Table whose service rejects everything', () => {
  it('R-14 returns 503 with Retry-After', async () => {
    const down = await openHarness({
      chaos: { seed: 'down', rates: { conflict: 1, throttle: 0, reset: 0, lostAnswer: 0 } },
    });
    const error = await down.table.transact([{ put: key('x') }]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ kind: 'unavailable', details: { retryAfterSeconds: 2 } });
  });
});

type Answer = (response: ServerResponse, asked: Record<string, never> & { RequestItems: Asked }) => void;
type Asked = Record<string, { Keys: Record<string, { S: string }>[] }>;

const json =
  (body: object, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
const silence: Answer = () => undefined;
const refusal = (name: string): Answer =>
  json({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: '' }, 400);
/** A transaction conflicted with another one on an item. */
const meeting = json(
  {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    message: '',
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  },
  400,
);

describe('Table whose service fails for a while', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A table whose service sends these responses in order, repeating the last one. */
  const tableThat = async (...answers: Answer[]): Promise<{ table: Table; calls: () => number }> => {
    let calls = 0;
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const answer = answers[Math.min(calls++, answers.length - 1)];
        answer?.(response, JSON.parse(Buffer.concat(chunks).toString()));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const client = new DynamoDBClient({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
      maxAttempts: 1,
      requestHandler: { requestTimeout: callMs, throwOnRequestTimeout: true },
    });
    return { table: new Table(client, 'stillwater'), calls: () => calls };
  };
  const row = { pk: 'T#t#a', sk: 'A' };

  it('retries a call that hangs, as its timeout is below the total budget', async () => {
    const { table, calls } = await tableThat(silence, json({ Item: { pk: { S: 'T#t#a' }, sk: { S: 'A' } } }));
    expect(await table.get(row)).toEqual(row);
    expect(calls()).toBe(2);
  }, 10_000);

  it('retries a plain update that conflicts with a transaction', async () => {
    const done = json({ Attributes: { n: { N: '1' } } });
    const { table, calls } = await tableThat(refusal('TransactionConflictException'), done);
    expect(await table.update({ update: row, add: { n: 1 } })).toEqual({ n: 1 });
    expect(calls()).toBe(2);
  });

  it('rejects an update with a condition, which belongs in a transaction', async () => {
    const { table } = await tableThat(refusal('ConditionalCheckFailedException'));
    // @ts-expect-error A guarded one is a transaction's.
    const guarded = () => table.update({ update: row, set: { n: 1 }, when: 'exists' });
    const write: Write = { update: row, set: { n: 1 }, when: 'exists', refused: () => new WriteConflictError() };
    // @ts-expect-error Neither does it pass as a write of any kind.
    const anyWrite = () => table.update(write);
    for (const call of [guarded, anyWrite]) await expect(call()).rejects.toThrow();
  });

  it('requests unprocessed keys again with delays, within its budget', async () => {
    const none: Answer = (response, { RequestItems }) =>
      json({ Responses: {}, UnprocessedKeys: RequestItems })(response, {} as never);
    const { table, calls } = await tableThat(none);
    await expect(table.getAll([row])).rejects.toMatchObject({ kind: 'unavailable' });
    expect(calls()).toBe(12);
  }, 10_000);

  it('reads over 100 keys in several calls, and a repeated key once', async () => {
    const sizes: number[] = [];
    const all: Answer = (response, { RequestItems }) => {
      const { Keys = [] } = RequestItems.stillwater ?? {};
      sizes.push(Keys.length);
      // Half of the keys are left unprocessed each time.
      const found = Keys.slice(0, Math.ceil(Keys.length / 2));
      const left = Keys.slice(found.length);
      const body = {
        Responses: { stillwater: found },
        ...(left.length ? { UnprocessedKeys: { stillwater: { Keys: left } } } : {}),
      };
      json(body)(response, {} as never);
    };
    const { table } = await tableThat(all);
    const keys = Array.from({ length: 120 }, (_, n) => ({ pk: `T#t#${n}`, sk: 'A' }));
    expect(await table.getAll([...keys, ...keys.slice(0, 3)])).toEqual([...keys, ...keys.slice(0, 3)]);
    expect(Math.max(...sizes)).toBe(100);
    expect(sizes.filter((size) => size === 100)).toHaveLength(1);
  }, 10_000);

  it('reports a conflict unless an earlier attempt may have succeeded', async () => {
    const puts = [{ put: row }, { put: { ...row, sk: 'B' } }];
    const how = { isNewRequest: true };
    const met = await tableThat(refusal('ThrottlingException'), meeting);
    await expect(met.table.transact(puts, how)).rejects.toBeInstanceOf(WriteConflictError);
    expect(met.calls()).toBe(2);
    server.close();
    const doubtful = await tableThat(json({}, 500), meeting, json({}));
    await doubtful.table.transact(puts, how);
    expect(doubtful.calls()).toBe(3);
    server.close();
    const fixed = await tableThat(meeting, json({}));
    await fixed.table.transact(puts);
    expect(fixed.calls()).toBe(2);
  });

  it('fails at once on errors that no retry fixes', async () => {
    const { table, calls } = await tableThat(refusal('ValidationException'));
    await expect(table.get(row)).rejects.toMatchObject({ name: 'ValidationException' });
    expect(calls()).toBe(1);
  });
});
