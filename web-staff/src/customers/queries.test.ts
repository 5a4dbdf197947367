import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import type { Call } from '#domain/shared/contract/client.ts';
import { customerKeys } from './keys.ts';
import { customerQuery, customerSearchQuery } from './queries.ts';

const row = (id: string) => ({ id, full_name: id });

describe('cached customers', () => {
  it('keeps at most 100 customers, the latest', async () => {
    const client = new QueryClient();
    const call = (async (_row: unknown, { params }: { params: { id: string } }) => row(params.id)) as unknown as Call;
    vi.useFakeTimers();
    for (let n = 1; n <= 130; n++) {
      vi.advanceTimersByTime(10);
      await client.fetchQuery(customerQuery(call, `c${n}`));
    }
    const kept = client.getQueryCache().findAll({ queryKey: customerKeys.records });
    expect(kept).toHaveLength(100);
    expect(kept.some(({ queryKey }) => queryKey[2] === 'c30')).toBe(false);
    expect(kept.some(({ queryKey }) => queryKey[2] === 'c31')).toBe(true);
    client.clear();
    vi.useRealTimers();
  });

  it('drops a customer 5 minutes after it was last shown', async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    const call = (async () => row('c1')) as unknown as Call;
    await client.fetchQuery(customerQuery(call, 'c1'));
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(client.getQueryData(customerQuery(call, 'c1').queryKey)).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(client.getQueryData(customerQuery(call, 'c1').queryKey)).toBeUndefined();
    vi.useRealTimers();
  });

  it('keeps at most 50 searches and shows each customer once', async () => {
    const client = new QueryClient();
    const call = (async () => [row('a'), row('b'), row('a')]) as unknown as Call;
    for (let n = 1; n <= 60; n++) await client.fetchQuery(customerSearchQuery(call, `smith ${n}`));
    expect(client.getQueryCache().findAll({ queryKey: customerKeys.searches })).toHaveLength(50);
    const found = await client.fetchQuery(customerSearchQuery(call, 'smith 60'));
    expect(found.map(({ id }) => id)).toEqual(['a', 'b']);
    client.clear();
  });
});
