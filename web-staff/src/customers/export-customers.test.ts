import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { exampleCustomer } from '../testing/example-customer.ts';
import { exportCustomers } from './customers-page.tsx';

type Page = { rows: ReturnType<typeof exampleCustomer>[]; next_cursor: string | null; count: number | null };

const ask = vi.fn<(query: Record<string, string>) => Promise<Page>>();
const call = (async (_row: unknown, input: { query: Record<string, string> }) => ask(input.query)) as unknown as Call;
const page = (names: string[], next: string | null, count: number | null = 3): Page => ({
  rows: names.map((full_name) => exampleCustomer({ full_name })),
  next_cursor: next,
  count,
});
const run = new AbortController();
const options = { search: '', timeZone: 'America/New_York', signal: run.signal, onProgress: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset();
  options.onProgress.mockReset();
});
afterEach(() => vi.useRealTimers());

describe('exportCustomers', () => {
  it('writes all pages into one file and reports its progress', async () => {
    ask.mockResolvedValueOnce(page(['Ann O', 'Bo "B" Li'], 'c1')).mockResolvedValueOnce(page(['=Cy'], null));
    const { file, holds } = await exportCustomers(call, { ...options, search: 'oak' });
    expect(holds).toBe('3 customers');
    expect(file.type).toBe('text/csv;charset=utf-8');
    const place = '(904) 555-0142,,"118 Marine Street, St. Augustine, FL 32084",,11/03/2026';
    // `text()` drops the byte order mark.
    expect((await file.text()).replace('\uFEFF', '').split('\r\n')).toEqual([
      'Name,Phone,Email,Address,Upcoming Service,Created Date',
      `Ann O,${place}`,
      `"Bo ""B"" Li",${place}`,
      `'=Cy,${place}`,
      '',
    ]);
    expect(new Uint8Array(await file.slice(0, 3).arrayBuffer())).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    expect(ask.mock.calls).toEqual([[{ search: 'oak' }], [{ search: 'oak', cursor: 'c1' }]]);
    expect(options.onProgress.mock.calls).toEqual([[{ done: 2, total: 3 }], [{ done: 3, total: 3 }]]);
  });

  it('retries a page that failed, and waits out a rate limit of a minute', async () => {
    ask.mockResolvedValueOnce(page(['Ann O'], 'c1'));
    for (const status of [429, 503, 0, 429, 429]) ask.mockRejectedValueOnce(new ApiError(status, 'not now'));
    ask.mockResolvedValueOnce(page(['Bo Li'], null));
    const onAgain = vi.fn();
    const exporting = exportCustomers(call, { ...options, onAgain });
    await vi.advanceTimersByTimeAsync(500);
    // Reported at once, not after the wait.
    expect(onAgain).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(70_000);
    expect((await exporting).holds).toBe('2 customers');
    expect(onAgain).toHaveBeenCalledTimes(5);
  });

  it('repeats no rejected request', async () => {
    ask.mockRejectedValue(new ApiError(403, 'You do not have permission to perform this action.'));
    await expect(exportCustomers(call, options)).rejects.toThrow('You do not have permission');
    expect(ask).toHaveBeenCalledOnce();
  });

  it('stops when it is cancelled, also while it waits', async () => {
    ask.mockRejectedValue(new ApiError(503, 'not now'));
    const cancelled = new AbortController();
    const exporting = exportCustomers(call, { ...options, signal: cancelled.signal });
    const outcome = expect(exporting).rejects.toThrow(/abort/i);
    await vi.advanceTimersByTimeAsync(500);
    cancelled.abort();
    await outcome;
    await vi.advanceTimersByTimeAsync(70_000);
    expect(ask).toHaveBeenCalledOnce();
  });
});
