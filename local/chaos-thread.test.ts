import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listen, type Running } from './aws/http-listener.ts';
import type { RunningChaos } from './chaos.ts';
import { startChaosThread } from './chaos-thread.ts';

const running: Running[] = [];
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

const answering = async (text: string): Promise<Running> => {
  const service = await listen(
    createServer((_request, response) => response.end(text)),
    0,
  );
  running.push(service);
  return service;
};

const ask = async ({ url }: RunningChaos, operation: string): Promise<string> => {
  const headers = { 'x-amz-target': `DynamoDB_20120810.${operation}` };
  const answer = await fetch(url, { method: 'POST', headers, body: '{"TransactItems":[{},{}]}' });
  return answer.text();
};

it('does in a thread of its own what it is told from this one, and counts it here', async () => {
  const { url: target } = await answering('now');
  const { url: late } = await answering('late');
  const rates = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
  const chaos = await startChaosThread({ target, seed: 'told', rates });
  running.push(chaos);
  expect(await ask(chaos, 'TransactWriteItems')).toBe('now');
  chaos.rates.conflict = 1;
  expect(await ask(chaos, 'TransactWriteItems')).toContain('TransactionConflict');
  expect(await ask(chaos, 'PutItem')).toBe('now');
  chaos.calm = true;
  expect(await ask(chaos, 'TransactWriteItems')).toBe('now');
  chaos.calm = false;
  chaos.stale = { url: late, reads: 1 };
  expect(await ask(chaos, 'GetItem')).toBe('late');
  expect(chaos.stale).toEqual({ url: late, reads: 1 });
  expect(chaos.injected).toEqual({ conflict: 1, throttle: 0, reset: 0, lostAnswer: 0, contended: 0, stale: 1 });
});
