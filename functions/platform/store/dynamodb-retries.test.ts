import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { callMs } from './retries.ts';
import { Table, type Write } from './table.ts';

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

describe('DynamoDB calls with transient failures', () => {
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
  const key = { pk: 'T#t#a', sk: 'A' };

  it('retries a call that hangs, as its timeout is below the total budget', async () => {
    const { table, calls } = await tableThat(silence, json({ Item: { pk: { S: 'T#t#a' }, sk: { S: 'A' } } }));
    expect(await table.get(key)).toEqual(key);
    expect(calls()).toBe(2);
  }, 10_000);

  it('retries a plain update that conflicts with a transaction', async () => {
    const done = json({ Attributes: { n: { N: '1' } } });
    const { table, calls } = await tableThat(refusal('TransactionConflictException'), done);
    expect(await table.update({ update: key, add: { n: 1 } })).toEqual({ n: 1 });
    expect(calls()).toBe(2);
  });

  it('rejects an update with a condition, which belongs in a transaction', async () => {
    const { table } = await tableThat(refusal('ConditionalCheckFailedException'));
    // @ts-expect-error A guarded one is a transaction's.
    const guarded = () => table.update({ update: key, set: { n: 1 }, when: 'exists' });
    const write: Write = { update: key, set: { n: 1 }, when: 'exists', refused: () => new WriteConflictError() };
    // @ts-expect-error Neither does it pass as a write of any kind.
    const anyWrite = () => table.update(write);
    for (const call of [guarded, anyWrite]) await expect(call()).rejects.toThrow();
  });

  it('requests unprocessed keys again with delays, within its budget', async () => {
    const none: Answer = (response, { RequestItems }) =>
      json({ Responses: {}, UnprocessedKeys: RequestItems })(response, {} as never);
    const { table, calls } = await tableThat(none);
    await expect(table.getAll([key])).rejects.toMatchObject({ kind: 'unavailable' });
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
    const puts = [{ put: key }, { put: { ...key, sk: 'B' } }];
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
    await expect(table.get(key)).rejects.toMatchObject({ name: 'ValidationException' });
    expect(calls()).toBe(1);
  });
});
