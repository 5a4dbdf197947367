import { afterEach, expect, it } from 'vitest';
import { listen, type Running } from '#local/aws/http-listener.ts';
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
  expect(chaos.injected).toEqual({ conflict: 1, throttle: 0, reset: 0, lostAnswer: 0, contended: 0 });
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
