// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CaseRow, CaseStatus } from '#domain/cases/case.schema.ts';
import { caseRow } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { useRowSelection } from '../../ui/lists/row-selection.ts';
import { BulkDeleteCases } from './bulk-delete-cases.tsx';

const rowOf = (id: string, status: CaseStatus): CaseRow => ({
  ...caseRow({ ...exampleCore, id, case_number: `WA-${id}`, status }, {}),
  funeral_home_name: 'Whitcomb & Ames',
});

const List = ({ rows }: { rows: readonly CaseRow[] }) => {
  const selection = useRowSelection(rows, 'all');
  return (
    <>
      <button type="button" onClick={() => selection.setAll(true)}>
        Tick all
      </button>
      <BulkDeleteCases rows={rows} selection={selection} />
      <Toasts />
    </>
  );
};

const draw = async (rows: readonly CaseRow[], remove: (input: unknown) => unknown) => {
  renderPage(<List rows={rows} />, { call: answering({ 'POST /api/services/cases/bulk_delete/': remove }) });
  fireEvent.click(screen.getByRole('button', { name: 'Tick all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return within(await screen.findByRole('dialog', { name: 'Delete cases' }));
};
const answer = { success: true, deleted_count: 2, message: '2 cases deleted' };

describe('BulkDeleteCases', () => {
  it('asks once for drafts and cancelled cases, with a reason', async () => {
    const remove = vi.fn((_: unknown) => answer);
    const dialog = await draw([rowOf('a', 'draft'), rowOf('b', 'cancelled')], remove);
    expect(dialog.getByText(/permanently delete 2 cases\?/)).toBeTruthy();
    const reason = dialog.getByLabelText('Reason (optional)');
    expect(reason.getAttribute('placeholder')).toBe('User requested bulk deletion');
    fireEvent.change(reason, { target: { value: ' Entered twice ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete Permanently' }));
    expect(await screen.findByText('2 cases deleted')).toBeTruthy();
    expect(remove).toHaveBeenCalledWith({ body: { case_ids: ['a', 'b'], reason: 'Entered twice' } });
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  it('requires typing to force the deletion of active or completed cases', async () => {
    const remove = vi.fn((_: unknown) => answer);
    const dialog = await draw([rowOf('a', 'draft'), rowOf('b', 'completed')], remove);
    expect(dialog.getByText('1 case is active or completed: WA-b (completed)')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete Permanently' }));
    expect(dialog.getByText('Enter “delete 2 cases” to confirm')).toBeTruthy();
    expect(remove).not.toHaveBeenCalled();
    fireEvent.change(dialog.getByLabelText('Type “delete 2 cases” to confirm'), {
      target: { value: 'Delete 2 cases' },
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete Permanently' }));
    await waitFor(() => expect(remove).toHaveBeenCalledWith({ body: { case_ids: ['a', 'b'], force: true } }));
  });
});
