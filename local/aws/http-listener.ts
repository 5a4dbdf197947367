import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local server that accepts requests; `url` has no trailing slash. */
export interface Running {
  url: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 only, and answers who asks for this machine; port 0 takes a free port, and the answer names the
 * real one.
 */
export function listen(listener: RequestListener, port: number): Promise<Running> {
  const server = createServer((request, response) => {
    // What cannot be answered, or sent any more, is the end of this call and of no other one.
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
    // The SDK clients reuse a connection whenever they can; the default of 5 seconds makes them meet a closed one.
    server.keepAliveTimeout = 60_000;
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // Such as a connection that cannot be taken because too many files are open.
      server.on('error', (error) => process.stderr.write(`local service: ${error.message}\n`));
      const bound = (server.address() as AddressInfo).port;
      resolve({ url: `http://127.0.0.1:${bound}`, port: bound, close: () => stop(server) });
    });
  });
}

// The owner of a name on the web may have it lead to 127.0.0.1 when its page is already open (DNS rebinding): that page
// would read what is here as its own, and gives itself away by the name it asks for.
const isThisMachine = (host: string | undefined): boolean => /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i.test(host ?? '');

const refuse: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(421, { 'content-type': 'text/plain' }).end('This service answers for 127.0.0.1 alone.\n');
};

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
