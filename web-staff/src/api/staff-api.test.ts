import { describe, expect, it, vi } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { createStaffApi } from './staff-api.ts';

const refusing = (status: number, body: object = {}) => {
  const [end, askSecondFactor] = [vi.fn(), vi.fn()];
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  const session = { token: async () => 'token', end, askSecondFactor };
  const call = createStaffApi(session, fetch as unknown as typeof globalThis.fetch);
  return { call, end, askSecondFactor, fetch };
};

describe('createStaffApi', () => {
  it('ends the session when a call with its token is rejected', async () => {
    const { call, end, fetch } = refusing(401);
    await expect(call(customerEndpoints.list, {})).rejects.toMatchObject({ status: 401 });
    expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer token' });
    expect(end).toHaveBeenCalledOnce();
  });

  it('ends it also when there is no token left to send', async () => {
    const end = vi.fn();
    const call = createStaffApi({ token: async () => undefined, end, askSecondFactor: vi.fn() });
    await expect(call(customerEndpoints.list, {})).rejects.toThrow('No authentication session found');
    expect(end).toHaveBeenCalledOnce();
  });

  it('keeps it when a public call or a permission is denied', async () => {
    const open = refusing(401);
    await expect(open.call(referenceDataEndpoints.countries, {})).rejects.toMatchObject({ status: 401 });
    const forbidden = refusing(403);
    await expect(forbidden.call(customerEndpoints.list, {})).rejects.toMatchObject({ status: 403 });
    expect([open.end, forbidden.end].map((end) => end.mock.calls.length)).toEqual([0, 0]);
    expect(open.fetch.mock.calls[0]?.[1].headers).not.toHaveProperty('authorization');
  });

  it('reports that access was taken away, but not an expired session', async () => {
    const onAccessEnded = vi.fn();
    const session = { token: async () => 'token', end: vi.fn(), askSecondFactor: vi.fn() };
    const answering = (status: number, body: object) =>
      createStaffApi(session, async () => Response.json(body, { status }), onAccessEnded)(customerEndpoints.list, {});
    await expect(answering(401, { detail: 'No session' })).rejects.toMatchObject({ status: 401 });
    expect(onAccessEnded).not.toHaveBeenCalled();
    await expect(answering(401, { detail: 'No session', code: 'access_ended' })).rejects.toMatchObject({ status: 401 });
    await expect(answering(403, { detail: 'Ended', code: 'access_ended' })).rejects.toMatchObject({ status: 403 });
    expect(onAccessEnded).toHaveBeenCalledTimes(2);
  });

  it('S-08 requests the second factor only when a call is rejected for it', async () => {
    const wanting = refusing(403, { detail: 'Please set yours up.', code: 'second_factor_required' });
    await expect(wanting.call(customerEndpoints.list, {})).rejects.toMatchObject({ status: 403 });
    expect([wanting.askSecondFactor, wanting.end].map((heard) => heard.mock.calls.length)).toEqual([1, 0]);
    const forbidden = refusing(403, { detail: 'No.' });
    await expect(forbidden.call(customerEndpoints.list, {})).rejects.toMatchObject({ status: 403 });
    expect(forbidden.askSecondFactor).not.toHaveBeenCalled();
  });
});
