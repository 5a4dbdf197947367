import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it } from 'vitest';
import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { listen, type Running } from '#local/aws/http-listener.ts';
import { LOCAL_CREDENTIALS, REGION } from '../environment.ts';
import { ensureTable } from '../table-definition.ts';
import { type ChaosInThread, startChaosThread } from './chaos-thread.ts';

const noFaults = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
const running: Pick<Running, 'close'>[] = [];
/** What was started last ends first. */
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

const started = <One extends Pick<Running, 'close'>>(one: One): One => {
  running.push(one);
  return one;
};

const ask = async ({ url }: ChaosInThread, operation: string): Promise<string> => {
  const headers = { 'x-amz-target': `DynamoDB_20120810.${operation}` };
  const answer = await fetch(url, { method: 'POST', headers, body: '{"TransactItems":[{},{}]}' });
  return answer.text();
};

it('does in a thread of its own what it is told from this one, and counts it here', async () => {
  const { url: target } = started(await listen((_request, response) => response.end('now'), 0));
  const chaos = started(await startChaosThread({ target, seed: 'told', rates: noFaults }));
  expect(await ask(chaos, 'TransactWriteItems')).toBe('now');
  chaos.rates.conflict = 1;
  expect(await ask(chaos, 'TransactWriteItems')).toContain('TransactionConflict');
  expect(await ask(chaos, 'PutItem')).toBe('now');
  chaos.calm = true;
  expect(await ask(chaos, 'TransactWriteItems')).toBe('now');
  expect(chaos.injected).toEqual({ conflict: 1, throttle: 0, reset: 0, lostAnswer: 0, contended: 0, stale: 0 });
});

it('does the same for requests that come without a connection, and breaks them off as a connection breaks', async () => {
  const { url: target } = started(
    await listen(
      (request, response) => request.pipe(response.writeHead(202, { 'x-said': request.headers['x-say'] })),
      0,
    ),
  );
  const chaos = await startChaosThread({ target, seed: 'carried', rates: noFaults });
  const carry = async (operation: string) => {
    const headers = { 'x-amz-target': `DynamoDB_20120810.${operation}`, 'x-say': 'it' };
    const body = new TextEncoder().encode('{"TransactItems":["ü"]}');
    const answered = await chaos.carry({ method: 'POST', path: '/', headers, body });
    return answered && { ...answered, said: answered.headers['x-said'], text: new TextDecoder().decode(answered.body) };
  };
  expect(await carry('PutItem')).toMatchObject({ status: 202, said: 'it', text: '{"TransactItems":["ü"]}' });
  chaos.rates.conflict = 1;
  expect(await carry('TransactWriteItems')).toMatchObject({
    status: 400,
    text: expect.stringContaining('TransactionConflict'),
  });
  Object.assign(chaos.rates, { conflict: 0, reset: 1 });
  expect(await carry('PutItem')).toBeUndefined();
  Object.assign(chaos.rates, { reset: 0, lostAnswer: 1 });
  expect(await carry('PutItem')).toBeUndefined();
  Object.assign(chaos.rates, { lostAnswer: 0 });
  await chaos.close();
  expect(await carry('PutItem')).toBeUndefined();
});

it('keeps a late copy of a database there as well, and says when that has caught up', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-chaos-thread-'));
  started({ close: async () => rmSync(dataDir, { recursive: true, force: true }) });
  const engine = started(await startDynamoDb({ port: 0, dataDir, engine: 'dynoxide' }));
  const clientOf = (endpoint: string) =>
    new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
  const TableName = 'stillwater';
  await ensureTable(clientOf(engine.url), TableName);
  const chaos = started(await startChaosThread({ target: engine.url, seed: 'late', rates: noFaults }));
  await chaos.caughtUp();
  const late = { lag: { fromMs: 2_000, toMs: 2_100 }, reads: 1 };
  await chaos.readLate({ seed: 'late', late, databasePath: join(dataDir, 'dynoxide.sqlite') });
  const client = DynamoDBDocumentClient.from(clientOf(chaos.url));
  const Key = { pk: 'a', sk: 'X' };
  const read = async () => (await client.send(new GetCommand({ TableName, Key }))).Item;
  await client.send(new PutCommand({ TableName, Item: Key }));
  expect(await read()).toBeUndefined();
  await chaos.caughtUp();
  expect(await read()).toEqual(Key);
  expect(chaos.injected.stale).toBe(2);
});
