// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exampleCustomer } from '../testing/example-customer.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { DuplicatesPage } from './duplicates-page.tsx';

const kept = exampleCustomer({ id: 'a', full_name: 'Marco Castellano' });
const other = exampleCustomer({ id: 'b', full_name: 'Kathleen Briggs' });

afterEach(() => act(() => notifications.clean()));

describe('DuplicatesPage', () => {
  it('shows that the search failed, without a count', async () => {
    renderPage(<DuplicatesPage />, { role: 'office_staff', call: answering({}) });
    expect(await screen.findByText('Not all customers were checked')).toBeTruthy();
    expect(screen.queryByText(/certain duplicate/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
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

  it('keeps the group if the declaration failed', async () => {
    renderPage(<DuplicatesPage />, {
      role: 'funeral_director',
      call: answering({
        'POST /api/customers/customers/cleanup-duplicates/': () => ({
          merged: [],
          certain: [],
          groups: [{ reason: 'phone', customers: [kept, other, exampleCustomer({ id: 'c', full_name: 'Ann Lee' })] }],
          next_cursor: null,
        }),
      }),
    });
    const button = await screen.findByRole('button', { name: /^All different people/ });
    fireEvent.click(button);
    await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false));
    expect(screen.getByRole('link', { name: 'Ann Lee' })).toBeTruthy();
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
