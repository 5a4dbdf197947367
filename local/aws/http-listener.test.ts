import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listen, type Running } from './http-listener.ts';

let service: Running;
beforeAll(async () => {
  service = await listen(async (request, response) => {
    if (request.url === '/throws') throw new TypeError('broken');
    if (request.url === '/gone') {
      response.destroy();
      response.write('more');
      return;
    }
    response.end('well');
  }, 0);
});
afterAll(() => service.close());

const get = async (path: string) => {
  const answer = await fetch(`${service.url}${path}`);
  return [answer.status, await answer.text()];
};

it('returns 500 for a failing call and continues with others', async () => {
  const output = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await get('/throws')).toEqual([500, '']);
  expect(output.mock.calls.flat().join('')).toContain('broken');
  output.mockRestore();
  expect(await get('/')).toEqual([200, 'well']);
});

it('continues after an aborted caller and one that sends no HTTP', async () => {
  await expect(get('/gone')).rejects.toThrow();
  await new Promise<void>((resolve) => {
    const socket = connect({ port: service.port, host: '127.0.0.1' }, () => socket.end('no http\r\n\r\n'));
    socket
      .on('close', () => resolve())
      .on('error', () => undefined)
      .resume();
  });
  expect(await get('/')).toEqual([200, 'well']);
});
