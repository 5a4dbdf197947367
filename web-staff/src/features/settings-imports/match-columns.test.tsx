// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { tableOf } from './file-table.ts';
import { MatchColumns } from './match-columns.tsx';

it('lets a person choose another sheet or another row of headings, and says why one cannot be read', async () => {
  const rows = [['Alder & Sons'], ['First', 'Last'], ['Ada', 'Byron']];
  const table = {
    ...{ fileName: 'families.xlsx', fingerprint: '', encoding: undefined, sheets: ['2023', '2024'], sheet: '2023' },
    ...tableOf(rows),
  };
  const onChoose = vi.fn();
  renderPage(
    <MatchColumns
      {...{ kind: 'customers', table, earlier: [], busy: false, onChoose, onDone: vi.fn(), onCancel: vi.fn() }}
      problem="Only one column was found."
    />,
  );
  const row = await screen.findByLabelText<HTMLSelectElement>('Headings are in');
  expect(row.selectedOptions[0]?.textContent).toBe('Row 2: First · Last');
  expect(screen.getByRole('alert').textContent).toContain('Only one column was found.');
  fireEvent.change(row, { target: { value: '1' } });
  expect(onChoose).toHaveBeenLastCalledWith({ sheet: '2023', headings: 1 });
  fireEvent.change(screen.getByLabelText('Sheet'), { target: { value: '2024' } });
  expect(onChoose).toHaveBeenLastCalledWith({ sheet: '2024' });
});
