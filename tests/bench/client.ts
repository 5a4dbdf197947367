import { Agent, request } from 'node:http';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: object;
}

/** Returns a keep-alive client; it returns the JSON of successes and throws otherwise. */
export const clientOf = (origin: string) => {
  // A server may close a connection idle for five seconds just as it is reused.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 3_000 });
  return {
    send: ({ method, path, body }: Call, headers: Record<string, string> = {}): Promise<Record<string, unknown>> =>
      new Promise((resolve, reject) => {
        const given = { ...headers, ...(body && !headers['content-type'] && { 'content-type': 'application/json' }) };
        const sent = request(new URL(path, origin), { method, agent, headers: given }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.once('error', reject);
          answer.once('end', () => {
            const text = Buffer.concat(parts).toString('utf8');
            if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${answer.statusCode} ${text}`));
            else resolve(JSON.parse(text) as Record<string, unknown>);
          });
        });
        sent.once('error', reject);
        sent.end(body && JSON.stringify(body));
      }),
    close: (): void => agent.destroy(),
  };
};
