import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutcomeUnknownError } from '#functions/platform/store/partners/circuit.ts';
import { callPartner } from './partner-fetch.ts';

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
