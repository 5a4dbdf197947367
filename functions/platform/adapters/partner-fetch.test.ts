import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OutcomeUnknownError, RetryableError } from '#functions/platform/store/partners/circuit.ts';
import { bytesOf, callPartner, errorBodyText, jsonOf } from './partner-fetch.ts';

const limitMs = 50;
/** More than any answer here takes: these partners answer at once. */
const soonMs = 20_000;

let servers: Server[] = [];
const partner = async (answers: RequestListener): Promise<string> => {
  const server = createServer(answers);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (reason: unknown) => reason,
  );

describe('R-09 S-36 a partner that is slow or hostile', () => {
  it.each(['GET', 'POST'])('and never answers a %s is left after the limit, as unknown', async (method) => {
    const url = await partner(() => {});
    expect(await failure(callPartner(url, { method }, limitMs))).toBeInstanceOf(OutcomeUnknownError);
  });

  it('and sends its body drop by drop is left after the same limit', async () => {
    const url = await partner((_, response) => {
      const drops = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drops));
    });
    const asked = callPartner(url, {}, limitMs).then((answer) => bytesOf(answer, 1_000_000));
    expect(await failure(asked)).toBeInstanceOf(OutcomeUnknownError);
  });

  it('keeps nobody waiting who asks another partner meanwhile', async () => {
    const { promise: allWait, resolve } = Promise.withResolvers<void>();
    let there = 0;
    const slow = await partner(() => {
      if (++there === 20) resolve();
    });
    const well = await partner((_, response) => response.end('{"well":true}'));
    const waiting = Array.from({ length: 20 }, () => failure(callPartner(slow, { method: 'POST' }, soonMs)));
    expect(await callPartner(well, {}, soonMs).then((answer) => jsonOf(answer, 100))).toEqual({ well: true });
    await allWait;
    servers[0]?.closeAllConnections();
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(OutcomeUnknownError);
  });

  it('leads nowhere else: a redirect is not followed', async () => {
    let visits = 0;
    const inside = await partner((_, response) => {
      visits++;
      response.end('secret');
    });
    const url = await partner((_, response) => response.writeHead(307, { location: inside }).end());
    expect(await failure(callPartner(url, {}, soonMs))).toBeInstanceOf(OutcomeUnknownError);
    expect(visits).toBe(0);
  });

  it('may answer too much, or what is no JSON: nothing of it is taken', async () => {
    const url = await partner((_, response) => response.end('<html>'.repeat(200)));
    const asked = () => callPartner(url, {}, soonMs);
    expect(await failure(asked().then((answer) => bytesOf(answer, 1_000)))).toBeInstanceOf(OutcomeUnknownError);
    expect(await failure(asked().then((answer) => jsonOf(answer, 10_000)))).toBeInstanceOf(OutcomeUnknownError);
    expect(await asked().then(errorBodyText)).toContain('<html>');
  });

  it('that is not there was not asked: it may be tried again without a look', async () => {
    const url = await partner(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await failure(callPartner(url, { method: 'POST' }, soonMs))).toBeInstanceOf(RetryableError);
  });
});
