import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { RetryAfter, Unknown } from '#functions/store/partners/partner-error.ts';
import { askPartner, bytesOf, jsonOf, refusalText } from './partner-fetch.ts';

const limitMs = 250;
/** Far less than it would take without a limit: these partners never end. */
const soonMs = 5_000;

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

const timed = async (work: Promise<unknown>): Promise<{ error: unknown; ms: number }> => {
  const began = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - began };
};

describe('R-09 S-36 a partner that is slow or hostile', () => {
  it.each(['GET', 'POST'])('and never answers a %s is left after the limit, as unknown', async (method) => {
    const url = await partner(() => {});
    const { error, ms } = await timed(askPartner(url, { method }, limitMs));
    expect(error).toBeInstanceOf(Unknown);
    // A timer counts from when its loop last looked at the clock, which on a busy machine is a while ago.
    expect(ms).toBeGreaterThan(limitMs / 3);
    expect(ms).toBeLessThan(soonMs);
  });

  it('and sends its body drop by drop is left after the same limit', async () => {
    const url = await partner((_, response) => {
      const drops = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drops));
    });
    const { error, ms } = await timed(askPartner(url, {}, limitMs).then((answer) => bytesOf(answer, 1_000_000)));
    expect(error).toBeInstanceOf(Unknown);
    expect(ms).toBeLessThan(soonMs);
  });

  it('keeps nobody waiting who asks another partner meanwhile', async () => {
    const slow = await partner(() => {});
    const well = await partner((_, response) => response.end('{"well":true}'));
    const waiting = Array.from({ length: 20 }, () => timed(askPartner(slow, { method: 'POST' }, 4 * limitMs)));
    const other = await timed(askPartner(well, {}, limitMs).then((answer) => jsonOf(answer, 100)));
    expect(other.error).toBeUndefined();
    for (const { error } of await Promise.all(waiting)) expect(error).toBeInstanceOf(Unknown);
  });

  it('leads nowhere else: a redirect is not followed', async () => {
    let visits = 0;
    const inside = await partner((_, response) => {
      visits++;
      response.end('secret');
    });
    const url = await partner((_, response) => response.writeHead(307, { location: inside }).end());
    expect((await timed(askPartner(url, {}, limitMs))).error).toBeInstanceOf(Unknown);
    expect(visits).toBe(0);
  });

  it('may answer too much, or what is no JSON: nothing of it is taken', async () => {
    const url = await partner((_, response) => response.end('<html>'.repeat(200)));
    const asked = () => askPartner(url, {}, soonMs);
    expect((await timed(asked().then((answer) => bytesOf(answer, 1_000)))).error).toBeInstanceOf(Unknown);
    expect((await timed(asked().then((answer) => jsonOf(answer, 10_000)))).error).toBeInstanceOf(Unknown);
    expect(await asked().then(refusalText)).toContain('<html>');
  });

  it('that is not there was not asked: it may be tried again without a look', async () => {
    const url = await partner(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect((await timed(askPartner(url, { method: 'POST' }, soonMs))).error).toBeInstanceOf(RetryAfter);
  });
});
