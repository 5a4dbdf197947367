import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { exampleActor, exampleCall, exampleEndpoint, through } from '#tests/support/calls/through.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { rate } from '../api.ts';

const harness = await openHarness();

describe('S-23 rate middleware', () => {
  let paths = 0;

  const endpoint = (changes = {}) => exampleEndpoint({ path: `/api/limited-${++paths}/`, ...changes });
  const pass = async (
    one: ReturnType<typeof endpoint>,
    { query = {}, ip = '198.51.100.1', as = exampleActor() } = {},
  ) => {
    const request = { id: 'r', ip, path: one.path, bearer: '' };
    const call = exampleCall(one, { request, ...(one.permission === 'public' ? {} : { actor: as }) });
    await through(rate({ table: () => harness.table, on: true }), { call, event: { query } });
    return call.headers.ratelimit;
  };

  it('allows staff 600 calls a minute, and shows the tightest limit', async () => {
    const as = exampleActor({ id: 'somebody-who-calls-here-alone' });
    expect(await pass(endpoint(), { as })).toBe('limit=600, remaining=599, reset=60');
    const one = endpoint({ limits: [{ by: 'user', max: 5, seconds: 60 }] });
    expect(await pass(one, { as })).toBe('limit=5, remaining=4, reset=60');
  });

  it('does not count follow-up calls, or limits that the handler counts', async () => {
    const one = endpoint({
      permission: 'public',
      limits: [
        { by: 'ip', max: 1, seconds: 60, unlessQuery: 'cursor' },
        { by: 'home', max: 0, seconds: 60 },
      ],
    });
    await pass(one);
    expect(await pass(one, { query: { cursor: 'abc' } })).toBeUndefined();
  });

  it('R-27 lets staff read while writes fail, except for reveals, writes and public calls', async () => {
    const failing = {
      update: () => Promise.reject(new AppError('unavailable', { reason: 'table: InternalServerError' })),
    } as unknown as Table;
    const ask = (changes: object) => {
      const one = endpoint(changes);
      const call = exampleCall(one, 'permission' in changes ? {} : { actor: exampleActor() });
      return through(rate({ table: () => failing, on: true }), { call });
    };
    await expect(ask({ method: 'GET' })).resolves.toEqual({});
    for (const refused of [
      { method: 'POST' },
      { method: 'GET', limits: [{ by: 'user', max: 5, seconds: 60 }] },
      { method: 'GET', permission: 'public', limits: [{ by: 'ip', max: 5, seconds: 60 }] },
    ])
      await expect(ask(refused), JSON.stringify(refused)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
