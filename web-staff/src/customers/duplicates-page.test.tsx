// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exampleCustomer } from '../testing/example-customer.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { DuplicatesPage } from './duplicates-page.tsx';

const kept = exampleCustomer({ id: 'a', full_name: 'Marco Castellano' });
const other = exampleCustomer({ id: 'b', full_name: 'Kathleen Briggs' });

afterEach(() => act(() => notifications.clean()));

describe('DuplicatesPage', () => {
  it('names definite duplicates by one word', async () => {
    renderPage(<DuplicatesPage />, {
      role: 'funeral_director',
      call: answering({
        'POST /api/customers/customers/cleanup-duplicates/': () => ({
          ...{ merged: [], certain: [{ survivor: kept, duplicate: other }], groups: [], next_cursor: null },
        }),
      }),
    });
    expect(await screen.findByRole('heading', { name: 'Definite duplicates' })).toBeTruthy();
    expect(screen.getByText(/^1 definite duplicate,/)).toBeTruthy();
  });

  it('remembers that two customers are different people, and drops the group', async () => {
    const sent = vi.fn((_: unknown) => ({ success: true }));
    renderPage(<DuplicatesPage />, {
      role: 'funeral_director',
      call: answering({
        'POST /api/customers/customers/cleanup-duplicates/': () => ({
          merged: [],
          certain: [],
          groups: [{ reason: 'phone', customers: [kept, other] }],
          next_cursor: null,
        }),
        'POST /api/customers/customers/not_same/': sent,
      }),
    });
    fireEvent.click(
      await screen.findByRole('button', { name: 'Not the same person: Marco Castellano, Kathleen Briggs' }),
    );
    expect(await screen.findByText('No duplicates found')).toBeTruthy();
    expect(sent.mock.calls[0]?.[0]).toEqual({ body: { ids: ['a', 'b'] } });
  });

  it('offers to undo a merge that was compared first', async () => {
    renderPage(<DuplicatesPage />, {
      role: 'super_admin',
      call: answering({
        'POST /api/customers/customers/cleanup-duplicates/': () => ({
          merged: [],
          certain: [],
          groups: [{ reason: 'phone', customers: [kept, other] }],
          next_cursor: null,
        }),
        'GET /api/customers/customers/{id}/merge-preview/': () => ({
          survivor: kept,
          duplicate: other,
          fields: [],
          cases_to_move: 0,
        }),
        'POST /api/customers/customers/{id}/merge/': () => ({ customer: kept, merge_id: 'm1' }),
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Compare and merge Kathleen Briggs/ }));
    await screen.findByRole('table', { name: 'Comparison' });
    fireEvent.click(screen.getByRole('button', { name: 'Merge customers' }));
    const merged = await screen.findByRole('region', { name: 'Merged' });
    expect(within(merged).getByRole('button', { name: 'Undo the merge of Kathleen Briggs' })).toBeTruthy();
  });
});
