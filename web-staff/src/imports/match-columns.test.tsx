// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { type FileTable, tableOf } from '#domain/imports/file-table.ts';
import type { Import } from '#domain/imports/import.schema.ts';
import { renderPage } from '../testing/render-page.tsx';
import { MatchColumns } from './match-columns.tsx';

const tableWith = (rows: string[][], others: Partial<FileTable> = {}): FileTable => ({
  ...{ fileName: 'families.csv', fingerprint: '', encoding: undefined },
  ...tableOf(rows),
  ...others,
});
const draw = (props: Partial<ComponentProps<typeof MatchColumns>> & { table: FileTable }) => {
  const [onChoose, onDone] = [vi.fn(), vi.fn()];
  renderPage(
    <MatchColumns
      {...{ kind: 'customers', earlier: [], busy: false, problem: undefined, onChoose, onDone, onCancel: vi.fn() }}
      {...props}
    />,
  );
  return { onChoose, onDone };
};
const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const shownIn = (label: string) => select(label).selectedOptions[0]?.textContent;
const choose = (label: string, value: string) => fireEvent.change(select(label), { target: { value } });
const done = () => fireEvent.click(screen.getByRole('button', { name: 'Review rows' }));

it('lets a user choose the row of headings, and explains an invalid choice', async () => {
  const rows = [['Alder & Sons'], ['First', 'Last'], ['Ada', 'Byron']];
  const table = tableWith(rows);
  const { onChoose } = draw({ table, problem: 'Only one column was found.' });
  const row = await screen.findByLabelText<HTMLSelectElement>('Headings are in');
  expect(row.selectedOptions[0]?.textContent).toBe('Row 2: First · Last');
  expect(screen.getByRole('alert').textContent).toContain('Only one column was found.');
  fireEvent.change(row, { target: { value: '1' } });
  expect(onChoose).toHaveBeenLastCalledWith(1);
});

const cases = tableWith([
  ['Case No', 'Decedent', 'Svc Type', 'DOD'],
  ['1', 'Pruitt, Walter', 'TRAD', '3/4/2019'],
  ['2', 'Hale, Ruth', 'TR2', '5/6/2019'],
  ['3', 'Moss, Ida', 'tr2', ''],
]);

it("asks for each unknown word's meaning, and proposes the notes", async () => {
  const { onDone } = draw({ table: cases, kind: 'cases' });
  expect(await screen.findByText(/^1 word of the other system is not known here/)).toBeDefined();
  expect(screen.getByText('Read as: TRAD = Traditional service')).toBeDefined();
  expect(shownIn('TR2 means')).toBe('Keep in the notes');
  choose('TR2 means', 'traditional');
  fireEvent.click(screen.getByRole('button', { name: 'Change what words mean' }));
  choose('TRAD means', '');
  done();
  expect(onDone.mock.lastCall?.[0]).toContainEqual({
    ...{ field: 'service_type', heading: 'Svc Type', values: { tr2: 'traditional', trad: '' } },
  });
});

it('hides words that equal the labels', async () => {
  const rows = [
    ['Case No', 'Decedent', 'Sex'],
    ['1', 'Pruitt, Walter', 'MALE'],
  ];
  draw({ table: tableWith(rows), kind: 'cases' });
  expect(await screen.findByRole('button', { name: 'Review rows' })).toBeDefined();
  expect(shownIn('Sex holds')).toBe('Gender');
  expect(screen.queryByRole('group', { name: 'Words of Sex' })).toBeNull();
});

it('asks for the order of day and month if no day shows it', async () => {
  const { onDone } = draw({ table: cases, kind: 'cases' });
  await screen.findByRole('button', { name: 'Review rows' });
  expect(shownIn('In DOD, 3/4/2019 is')).toBe('Mar 4, 2019 (month first)');
  choose('In DOD, 3/4/2019 is', 'day_first');
  done();
  expect(onDone.mock.lastCall?.[0]).toContainEqual({ field: 'date_of_death', heading: 'DOD', day_order: 'day_first' });
});

it('proposes the settings of the last file of the same system', async () => {
  const columns = [
    { field: 'case_number', heading: 'Case No' },
    { field: 'deceased_name', heading: 'Decedent' },
    { field: 'service_type', heading: 'Svc Type', values: { tr2: 'memorial' } },
    { field: 'date_of_death', heading: 'DOD', day_order: 'day_first' },
  ];
  const about = { file_name: 'a.csv', begun_at: '2026-01-02T00:00:00Z' };
  const before = { kind: 'cases', headings: cases.headings, columns, ...about };
  const { onDone } = draw({ table: cases, kind: 'cases', earlier: [before as unknown as Import] });
  await screen.findByRole('button', { name: 'Review rows' });
  expect(shownIn('TR2 means')).toBe('Memorial service');
  expect(shownIn('In DOD, 3/4/2019 is')).toBe('Apr 3, 2019 (day first)');
  done();
  expect(onDone).toHaveBeenCalledWith(columns);
});

it('sends Social Security numbers only if chosen, with an explanation', async () => {
  const rows = [
    ['Case No', 'Decedent', 'Spouse SSN', 'SSN'],
    ['1', 'Pruitt, Walter', '987-65-4322', '987-65-4321'],
  ];
  const { onDone } = draw({ table: tableWith(rows), kind: 'cases' });
  expect(await screen.findByText('Social Security numbers are not imported')).toBeDefined();
  expect(select('SSN holds').disabled).toBe(true);
  expect([...select('Decedent holds').options].map(({ value }) => value)).not.toContain('ssn');
  done();
  expect(onDone.mock.lastCall?.[0].map(({ field }: { field: string }) => field)).not.toContain('ssn');
  const box = screen.getByLabelText('Import the Social Security numbers of the deceased');
  fireEvent.click(box);
  expect(screen.getByText('Social Security numbers are imported')).toBeDefined();
  expect([shownIn('Spouse SSN holds'), shownIn('SSN holds')]).toEqual(['Skip', 'Social Security Number']);
  done();
  expect(onDone.mock.lastCall?.[0]).toContainEqual({ field: 'ssn', heading: 'SSN' });
  fireEvent.click(box);
  expect(shownIn('SSN holds')).toBe('Skip');
});
