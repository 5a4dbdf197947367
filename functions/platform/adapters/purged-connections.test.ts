import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutcomeUnknownError } from '#functions/platform/store/partners/circuit.ts';
import { callPartner } from './partner-fetch.ts';

/** A service that takes what is written to a connection that was purged, and is gone: as a frozen function finds it. */
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
    /** Leaves so many connections open that are purged. */
    async purge(connections: number) {
      await Promise.all(Array.from({ length: connections }, () => fetch(url).then((answer) => answer.text())));
      // Each is free again in the turn after its answer.
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

describe('a connection that was purged while nobody used it', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it('fails whoever asks once', async () => {
    await service.purge(1);
    await expect(fetch(service.url)).rejects.toThrow(TypeError);
  });

  it('is no matter for a question to a partner, and says of anything else that it may have been done', async () => {
    await service.purge(1);
    expect((await callPartner(service.url, {}, 5_000)).status).toBe(200);
    await service.purge(1);
    await expect(callPartner(service.url, { method: 'POST', body: '{}' }, 5_000)).rejects.toBeInstanceOf(
      OutcomeUnknownError,
    );
  });

  it('is given up after four tries', async () => {
    service.state.deaf = true;
    await expect(callPartner(service.url, {}, 5_000)).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(service.state.cut).toBe(4);
  });
});
