import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutcomeUnknownError, RetryableError } from '#functions/platform/store/partners/circuit.ts';
import { bytesOf, callPartner, errorBodyText, jsonOf } from './partner-fetch.ts';

const limitMs = 50;
/** Longer than any response takes; these partners respond at once. */
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

describe('R-09 S-36 callPartner with a slow or hostile partner', () => {
  it.each(['GET', 'POST'])(
    'fails a %s with an unknown outcome when no response arrives within the limit',
    async (method) => {
      const url = await partner(() => {});
      expect(await failure(callPartner(url, { method }, limitMs))).toBeInstanceOf(OutcomeUnknownError);
    },
  );

  it('applies the same limit to a body sent byte by byte', async () => {
    const url = await partner((_, response) => {
      const drops = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drops));
    });
    const request = callPartner(url, {}, limitMs).then((answer) => bytesOf(answer, 1_000_000));
    expect(await failure(request)).toBeInstanceOf(OutcomeUnknownError);
  });

  it('does not delay calls to other partners', async () => {
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

  it('does not follow redirects', async () => {
    let visits = 0;
    const inside = await partner((_, response) => {
      visits++;
      response.end('secret');
    });
    const url = await partner((_, response) => response.writeHead(307, { location: inside }).end());
    expect(await failure(callPartner(url, {}, soonMs))).toBeInstanceOf(OutcomeUnknownError);
    expect(visits).toBe(0);
  });

  it('rejects a response that is too large or not JSON', async () => {
    const url = await partner((_, response) => response.end('<html>'.repeat(200)));
    const request = () => callPartner(url, {}, soonMs);
    expect(await failure(request().then((answer) => bytesOf(answer, 1_000)))).toBeInstanceOf(OutcomeUnknownError);
    expect(await failure(request().then((answer) => jsonOf(answer, 10_000)))).toBeInstanceOf(OutcomeUnknownError);
    expect(await request().then(errorBodyText)).toContain('<html>');
  });

  it('reports an unreachable partner as not called, so a retry is safe', async () => {
    const url = await partner(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await failure(callPartner(url, { method: 'POST' }, soonMs))).toBeInstanceOf(RetryableError);
  });
});

/** A server that closes purged connections after reading from them, as a thawed function finds it. */
const startService = async () => {
  const state = { served: 0, cut: 0, purged: new Set<Socket>(), open: new Set<Socket>(), deaf: false };
  const server = createServer((request, response) => {
    const { socket } = request;
    if (state.deaf || state.purged.has(socket)) {
      state.cut++;
      socket.destroy();
      return;
    }
    state.served++;
    request.resume().on('end', () => response.end('here'));
  });
  server.on('connection', (socket: Socket) => {
    state.open.add(socket);
    socket.once('close', () => state.open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/file`);
  return {
    url,
    state,
    /** Opens this many connections and purges them. */
    async purge(connections: number) {
      await Promise.all(Array.from({ length: connections }, () => fetch(url).then((answer) => answer.text())));
      // Each is free again in the tick after its response.
      await new Promise(setImmediate);
      state.purged = new Set(state.open);
      state.served = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

describe('fetch on purged connections', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it('retries GET requests to partners; reports an unknown outcome for others', async () => {
    await service.purge(1);
    expect((await callPartner(service.url, {}, 5_000)).status).toBe(200);
    await service.purge(1);
    await expect(callPartner(service.url, { method: 'POST', body: '{}' }, 5_000)).rejects.toBeInstanceOf(
      OutcomeUnknownError,
    );
  });
});
