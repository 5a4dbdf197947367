// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { DeletedRecord } from '#domain/privacy/erasure.endpoints.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { DeletedRecords } from './deleted-records.tsx';

const record = (id: string, changes: Partial<DeletedRecord> = {}): DeletedRecord => ({
  ...{ id, kind: 'customer', name: 'Karin Lindqvist', case_number: '', kept_because: null },
  ...{ deleted_at: '2026-03-10T15:00:00.000Z', deleted_by_name: 'Ruth Whitcomb' },
  ...changes,
});

const draw = (pages: { results: DeletedRecord[]; next_cursor: string | null }[], refuse?: () => never) => {
  const left = structuredClone(pages);
  const forget = vi.fn((input: unknown) => {
    refuse?.();
    const { id } = (input as { params: { id: string } }).params;
    for (const page of left) page.results = page.results.filter((one) => one.id !== id);
    return { success: true, forgotten: 2, in_clear: 0 };
  });
  const call = answering({
    'GET /api/customers/deleted_records/': (input: unknown) => {
      const { cursor } = (input as { query: { cursor?: string } }).query;
      return left[cursor === undefined ? 0 : Number(cursor)];
    },
    'POST /api/customers/deleted_records/{id}/forget/': forget,
  });
  renderPage(
    <>
      <DeletedRecords />
      <Toasts />
    </>,
    { call },
  );
  return forget;
};
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('S-40 deleted records', () => {
  it('erases a record after the owner typed the word, and removes it from the list', async () => {
    const forget = draw([{ results: [record('c1'), record('c2', { name: 'Odd Nygaard' })], next_cursor: null }]);
    await press('Erase Karin Lindqvist');
    const dialog = await screen.findByRole('dialog', { name: 'Erase Karin Lindqvist?' });
    await press('Erase permanently');
    expect(await within(dialog).findAllByText('Type FORGET to confirm')).toHaveLength(2);
    expect(forget).not.toHaveBeenCalled();
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'forget' } });
    await press('Erase permanently');
    expect(await screen.findByText('History erased.')).toBeTruthy();
    expect(forget.mock.lastCall).toEqual([
      { params: { id: 'c1' }, body: { kind: 'customer', confirmation: 'forget' } },
    ]);
    await waitFor(() => expect(screen.queryByText('Karin Lindqvist')).toBeNull());
    expect(screen.getByText('Odd Nygaard')).toBeTruthy();
  });

  it('loads further pages to find records', async () => {
    draw([
      { results: [], next_cursor: '1' },
      { results: [record('s1', { kind: 'submission', name: '' })], next_cursor: null },
    ]);
    expect(await screen.findByText('Nothing in recent history')).toBeTruthy();
    await press('Show older');
    expect(await screen.findByText('Submission, no name')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });
});
