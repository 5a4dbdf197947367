import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Running {
  url: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Listens only on 127.0.0.1 and responds only to names of this machine; port 0 uses a free port, and `url` contains the
 * real one.
 */
export function listen(listener: RequestListener, port: number): Promise<Running> {
  const server = createServer((request, response) => {
    // A failed stream ends this call only.
    for (const stream of [request, response]) stream.on('error', () => response.destroy());
    const answer = async (): Promise<void> =>
      (isThisMachine(request.headers.host) ? listener : refuse)(request, response);
    answer().catch((error: Error) => {
      process.stderr.write(`local service: ${error.stack}\n`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  return new Promise((resolve, reject) => {
    // SDK clients reuse connections; with the default of 5 seconds they meet closed ones.
    server.keepAliveTimeout = 60_000;
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // For example a connection that fails because too many files are open.
      server.on('error', (error) => process.stderr.write(`local service: ${error.message}\n`));
      const bound = (server.address() as AddressInfo).port;
      resolve({ url: `http://127.0.0.1:${bound}`, port: bound, close: () => stop(server) });
    });
  });
}

// DNS rebinding: a web domain may resolve to 127.0.0.1 after its page is open, which could then read local services;
// its Host header reveals it.
const isThisMachine = (host: string | undefined): boolean => /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i.test(host ?? '');

const refuse: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(421, { 'content-type': 'text/plain' }).end('This service answers for 127.0.0.1 alone.\n');
};

// SDK clients keep connections open, for which close() would wait.
function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!server.listening) return resolve();
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

/** Reads the whole body into memory. Throws `BodyTooLargeError` above `limitBytes`. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Stops reading a rejected body but keeps the connection, so that the sender can read the response.
  const arriving: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of arriving) {
    size += chunk.length;
    if (size > limitBytes) throw new BodyTooLargeError(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export class BodyTooLargeError extends Error {
  constructor(limitBytes: number) {
    super(`The body is larger than ${limitBytes} bytes`);
  }
}
