import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local server that accepts requests; `url` has no trailing slash. */
export interface Running {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 only; port 0 takes a free port, and the answer names the real one. */
export function listen(server: Server, port: number): Promise<Running> {
  return new Promise((resolve, reject) => {
    // The SDK clients reuse a connection whenever they can; the default of 5 seconds makes them meet a closed one.
    server.keepAliveTimeout = 60_000;
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const bound = (server.address() as AddressInfo).port;
      resolve({ url: `http://127.0.0.1:${bound}`, port: bound, close: () => stop(server) });
    });
  });
}

// The SDK clients keep their connections open, and close() alone would wait for them.
function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!server.listening) return resolve();
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

/** The whole body in memory. Throws `BodyTooLarge` once more than `limitBytes` have arrived. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A refused body is not read on, but its connection stays, so that the sender gets to read the refusal.
  const arriving: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of arriving) {
    size += chunk.length;
    if (size > limitBytes) throw new BodyTooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export class BodyTooLarge extends Error {
  constructor(limitBytes: number) {
    super(`The body is larger than ${limitBytes} bytes`);
  }
}
