import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { operation, type Running, ServiceError, startJsonService } from './json-service.ts';

let server: Running;
let waiting: PromiseWithResolvers<void>;
let abandoned: PromiseWithResolvers<void>;

beforeEach(async () => {
  waiting = Promise.withResolvers();
  abandoned = Promise.withResolvers();
  server = await startJsonService({
    port: 0,
    target: 'Service',
    operations: {
      Double: operation(z.object({ n: z.number() }), ({ n }) => ({ n: n * 2 })),
      Refuse: operation(z.unknown(), () => {
        throw new ServiceError('NoSuchThing', 'There is none', 404);
      }),
      Break: operation(z.unknown(), () => {
        throw new Error('a bug with a secret in it');
      }),
      Wait: (_body, _headers, gone) => {
        gone.addEventListener('abort', () => abandoned.resolve());
        waiting.resolve();
        return abandoned.promise;
      },
    },
    cors: true,
    routes: { '/keys.json': () => ({ headers: { 'content-type': 'application/json' }, body: '{"keys":[]}' }) },
    bodyLimitBytes: 1000,
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function call(operationName: string, body: string): Promise<[number, unknown]> {
  const headers = { 'x-amz-target': operationName, 'content-type': 'application/x-amz-json-1.1' };
  const response = await fetch(server.url, { method: 'POST', headers, body });
  return [response.status, await response.json()];
}

describe('startJsonService', () => {
  it.each([
    ['Service.Double', '{"n":"x"}', 400, 'ValidationException'],
    ['Service.Double', '{', 400, 'SerializationException'],
    ['Service.Refuse', '{}', 404, 'NoSuchThing'],
    ['Service.toString', '{}', 400, 'UnknownOperationException'],
    ['Other.Double', '{}', 400, 'UnknownOperationException'],
    ['Service.Double', `{"n":${' '.repeat(1000)}1}`, 413, 'RequestEntityTooLargeException'],
  ])("returns %s with %s as the caller's error", async (target, body, status, type) => {
    expect(await call(target, body)).toEqual([status, expect.objectContaining({ __type: type })]);
  });

  it('logs a bug and does not reveal it', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const [status, body] = await call('Service.Break', '{}');
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('secret')]);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('a bug with a secret in it'));
  });

  it('serves plain routes and browsers of other origins', async () => {
    const keys = await fetch(`${server.url}/keys.json`);
    expect([await keys.json(), keys.headers.get('access-control-allow-origin')]).toEqual([{ keys: [] }, '*']);
    expect((await fetch(`${server.url}/other`)).status).toBe(404);
    const preflight = await fetch(server.url, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:4000', 'access-control-request-headers': 'x-amz-target' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'x-amz-target']);
  });
});
