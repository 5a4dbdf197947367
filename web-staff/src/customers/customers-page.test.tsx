// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { exampleCustomer } from '../testing/example-customer.ts';
import { renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { CustomersPage, exportCustomers } from './customers-page.tsx';

const rows = [
  exampleCustomer({ id: 'a', full_name: 'Kathleen Briggs', deposit_total: '1250.00', upcoming_service: '2026-11-24' }),
  exampleCustomer({ id: 'b', full_name: 'Earl Boudreaux', phone: null, active_cases_count: 1 }),
];
const list = vi.fn<(query: Record<string, string>) => Promise<unknown>>();
const bulkDelete = vi.fn<(ids: string[]) => Promise<unknown>>();
const call = (async (
  row: { method: string },
  input: { query: Record<string, string>; body: { customer_ids: string[] } },
) => (row.method === 'POST' ? bulkDelete(input.body.customer_ids) : list(input.query))) as unknown as Call;

beforeEach(() => {
  list.mockReset().mockResolvedValue({ count: 2, next: null, previous: null, results: rows, count_is_exact: true });
  bulkDelete.mockReset().mockResolvedValue({ success: true, deleted_count: 1, message: '1 customer deleted' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  act(() => notifications.clean());
});

const draw = (role: Role = 'super_admin') => {
  const page = (
    <>
      <CustomersPage />
      <Toasts />
    </>
  );
  return renderPage(page, { call, role });
};
const open = async (name: string) => {
  fireEvent.click(await screen.findByRole('checkbox', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return screen.findByRole('dialog', { name: 'Delete Customers' });
};

describe('CustomersPage', () => {
  it('shows the documented columns', async () => {
    draw();
    const table = await screen.findByRole('table', { name: 'Customers' });
    const headings = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(headings).toEqual(['', 'Customer', 'Phone', 'Email', 'Address', 'Upcoming Service', 'Deposits']);
    expect(within(table).getByText('Nov 24, 2026')).toBeTruthy();
    expect(within(table).getByText('$1,250.00')).toBeTruthy();
    expect(within(table).getByText('1 active case')).toBeTruthy();
  });

  it('sorts by a heading: ascending, descending, default', async () => {
    draw();
    const press = async (header: string) => fireEvent.click(await screen.findByRole('button', { name: header }));
    const sorted = () => screen.getByRole('columnheader', { name: 'Customer' }).getAttribute('aria-sort');
    const asked = () => list.mock.calls.at(-1)?.[0].ordering;
    for (const [ordering, sort] of [
      ['name', 'ascending'],
      ['-name', 'descending'],
    ]) {
      await press('Customer');
      await waitFor(() => expect(asked()).toBe(ordering));
      expect(sorted()).toBe(sort);
    }
    await press('Customer');
    expect(sorted()).toBeNull();
    await press('Deposits');
    await waitFor(() => expect(asked()).toBe('-deposit_total'));
  });

  it('asks before it deletes; Escape and a click outside cancel', async () => {
    draw();
    const dialog = await open('Select Kathleen Briggs');
    expect(dialog.textContent).toContain(
      'Are you sure you want to permanently delete 1 customer(s)? This action cannot be undone.',
    );
    expect(dialog.textContent).toContain('customers with active cases cannot be deleted');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bulkDelete).not.toHaveBeenCalled();
  });

  it.each([
    [
      new ApiError(409, 'x', {
        customers_with_cases: [
          { name: 'Earl Boudreaux', active_cases: 1 },
          { name: 'Ann Li', active_cases: 3 },
        ],
      }),
      'Cannot delete customers with active cases: Earl Boudreaux (1 active case), Ann Li (3 active cases)',
    ],
    [new ApiError(500, 'Server error. Please try again later.'), 'Failed to delete customers'],
    [new TypeError('x is undefined'), 'Failed to delete customers'],
  ])('shows why none was deleted: %s', async (error, message) => {
    bulkDelete.mockRejectedValue(error);
    draw();
    const dialog = await open('Select Kathleen Briggs');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Permanently' }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('skips customers with active cases, and names them before it deletes', async () => {
    draw();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Earl Boudreaux' }));
    expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-description')).toBe(
      'Cannot delete customers with active cases: Earl Boudreaux (1 active case)',
    );
    const dialog = await open('Select Kathleen Briggs');
    expect(dialog.textContent).toContain('permanently delete 1 customer(s)?');
    expect(dialog.textContent).toContain('1 will be kept: Earl Boudreaux (1 active case)');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Permanently' }));
    await screen.findByText('1 customer deleted');
    expect(bulkDelete).toHaveBeenCalledWith(['a']);
  });

  it('S-03 shows a role only its permitted actions', async () => {
    draw('office_staff');
    await screen.findByRole('table');
    expect(screen.getByRole('link', { name: 'Create Customer' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Export All' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Find duplicates' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

type Page = { rows: ReturnType<typeof exampleCustomer>[]; next_cursor: string | null; count: number | null };

describe('exportCustomers', () => {
  const ask = vi.fn<(query: Record<string, string>) => Promise<Page>>();
  const answered = (async (_row: unknown, input: { query: Record<string, string> }) =>
    ask(input.query)) as unknown as Call;
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

  it('writes all pages into one file and reports its progress', async () => {
    ask.mockResolvedValueOnce(page(['Ann O', 'Bo "B" Li'], 'c1')).mockResolvedValueOnce(page(['=Cy'], null));
    const { file, holds } = await exportCustomers(answered, { ...options, search: 'oak' });
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
    const exporting = exportCustomers(answered, { ...options, onAgain });
    await vi.advanceTimersByTimeAsync(500);
    // Reported at once, not after the wait.
    expect(onAgain).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(70_000);
    expect((await exporting).holds).toBe('2 customers');
    expect(onAgain).toHaveBeenCalledTimes(5);
  });

  it('repeats no rejected request', async () => {
    ask.mockRejectedValue(new ApiError(403, 'You do not have permission to perform this action.'));
    await expect(exportCustomers(answered, options)).rejects.toThrow('You do not have permission');
    expect(ask).toHaveBeenCalledOnce();
  });

  it('stops when it is cancelled, also while it waits', async () => {
    ask.mockRejectedValue(new ApiError(503, 'not now'));
    const cancelled = new AbortController();
    const exporting = exportCustomers(answered, { ...options, signal: cancelled.signal });
    const outcome = expect(exporting).rejects.toThrow(/abort/i);
    await vi.advanceTimersByTimeAsync(500);
    cancelled.abort();
    await outcome;
    await vi.advanceTimersByTimeAsync(70_000);
    expect(ask).toHaveBeenCalledOnce();
  });
});
