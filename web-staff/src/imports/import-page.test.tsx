// @vitest-environment happy-dom

import { QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Import } from '#domain/imports/import.schema.ts';
import { createQueryClient } from '../api/cache.ts';
import { calendarKeys } from '../calendar/keys.ts';
import { caseKeys } from '../cases/keys.ts';
import { customerKeys } from '../customers/keys.ts';
import { deadlineKeys } from '../deadlines/keys.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { ImportPage, useImportWork } from './import-page.tsx';
import { omittedValues, readFile } from './import-steps.ts';

const csv = new File(['First,Last\nAda,Brannock\nBea,Brannock\n'], 'families.csv');
const one = async (changes: Partial<Import>): Promise<Import> => ({
  ...{ id: 'i', kind: 'customers', state: 'receiving', file_name: 'families.csv', headings: ['First', 'Last'] },
  fingerprint: (await readFile(csv)).fingerprint,
  columns: [
    { field: 'first_name', heading: 'First' },
    { field: 'last_name', heading: 'Last' },
  ],
  ...{ line_count: 2, received: 0, looked: 0, gone_through: 0, bring_doubtful: false, brought: 0, removed: 0, kept: 0 },
  counts: { new: 0, known: 0, doubtful: 0, refused: 0, with_notes: 0 },
  ...{ begun_at: '2026-11-23T10:00:00.000Z', begun_by_name: 'June Alder', run_at: null, run_by_name: null },
  ...{ finished_at: null, undoable_until: null, undone_at: null, undone_by_name: null },
  ...changes,
});
/** Renders an import page with the state of the last response. */
const draw = (found: Import, steps: Record<string, (input: unknown) => object>) => {
  let response: object = found;
  const kept = Object.entries(steps).map(([row, step]) => {
    const answer = (input: unknown) => {
      response = step(input);
      return response;
    };
    return [row, answer] as const;
  });
  return renderPage(<p>Elsewhere</p>, {
    at: '/settings/import/i',
    pages: { '/settings/import/:id': <ImportPage /> },
    call: answering({
      'GET /api/imports/{id}/': () => response,
      'GET /api/imports/{id}/lines/': () => ({ results: [], next_after: null }),
      ...Object.fromEntries(kept),
    }),
  });
};
const choose = async (file: File) =>
  fireEvent.change(await screen.findByLabelText(/^Choose a file/), { target: { files: [file] } });

describe('ImportPage', () => {
  it('asks for the same file if lines are missing, and resumes the upload', async () => {
    const begun = await one({});
    const send = vi.fn((_: unknown) => ({ ...begun, received: 2 }));
    const looked = { ...begun, received: 2, looked: 2, state: 'ready', counts: { ...begun.counts, new: 2 } };
    draw(begun, { 'POST /api/imports/{id}/lines/': send, 'POST /api/imports/{id}/look/': () => looked });
    expect(await screen.findByText(/^0 of 2 lines uploaded/)).toBeDefined();
    await choose(new File(['First,Last\nZoe,Other\n'], 'families.csv'));
    expect((await screen.findByRole('alert')).textContent).toContain('This is not the same file as families.csv');
    expect(send).not.toHaveBeenCalled();
    await choose(csv);
    expect(await screen.findByRole('button', { name: 'Import 2 customers' })).toBeDefined();
    const lines = ['Ada', 'Bea'].map((first, at) => ({ line: at + 2, values: [first, 'Brannock'] }));
    expect(send).toHaveBeenCalledWith({ params: { id: 'i' }, body: { after: 0, lines } });
  });

  it("shows the result of each line in the user's words", async () => {
    const counts = { new: 3, known: 1, doubtful: 2, refused: 1, with_notes: 0 };
    draw(await one({ state: 'ready', received: 2, looked: 2, counts }), {});
    const sum = /^3 new, 1 already in Stillwater, 2 possible duplicates, 1 can't be imported\./;
    expect(await screen.findByText(sum)).toBeTruthy();
    for (const name of ['Already here 1', 'Possible duplicate 2', "Can't import 1"])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('lists omitted values, and exports each with its line and reason', async () => {
    const counts = { new: 2, known: 0, doubtful: 0, refused: 0, with_notes: 1 };
    const line = {
      ...{ line: 3, name: 'Bea Brannock', outcome: 'new', fate: 'waiting', why: [], values: ['Bea', 'Brannock'] },
      ...{ notes: ['Phone Number “12” is kept', 'Email Address “x” is kept'], customer: null, case: null },
    };
    const asked = vi.fn((_: unknown) => ({ results: [line], next_after: null }));
    const found = await one({ state: 'ready', received: 2, looked: 2, counts });
    draw(found, { 'GET /api/imports/{id}/lines/': asked });
    (await screen.findByRole('button', { name: 'Values left out 1' })).click();
    await waitFor(() =>
      expect(asked).toHaveBeenLastCalledWith({ params: { id: 'i' }, query: { after: '0', with_notes: 'true' } }),
    );
    const list = await screen.findByRole('list', { name: 'Values left out' });
    expect(list.textContent).toBe('Phone Number “12” is kept.Email Address “x” is kept.');
    expect(screen.getByRole('button', { name: 'Values left out as CSV' })).toBeDefined();
    const csvFile = await omittedValues(answering({ 'GET /api/imports/{id}/lines/': asked }), found);
    expect((await csvFile.text()).split('\r\n').slice(1)).toEqual([
      ...['3,Bea Brannock,Phone Number “12” is kept', '3,Bea Brannock,Email Address “x” is kept', ''],
    ]);
  });

  it('resumes an interrupted run, or undoes it', async () => {
    const cut = await one({
      ...{ state: 'running', received: 2, looked: 2, gone_through: 1, brought: 1 },
      run_at: '2026-11-23T10:05:00.000Z',
    });
    const run = vi.fn(() => ({ ...cut, state: 'done', gone_through: 2, brought: 2 }));
    draw(cut, { 'POST /api/imports/{id}/run/': run });
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByRole('button', { name: 'Undo this import' })).toBeDefined();
    expect(run).not.toHaveBeenCalled();
    screen.getByRole('button', { name: 'Continue' }).click();
    await waitFor(() => expect(screen.getByText('2 customers imported from 2 lines.')).toBeDefined());
    expect(run).toHaveBeenCalledTimes(1);
  });
});

const customers = customerKeys.list({});
const amongCases = [caseKeys.list({}), caseKeys.queues, deadlineKeys.list({}), calendarKeys.overview({})];
const all: QueryKey[] = [customers, ...amongCases];

it.each([
  { kind: 'customers', state: 'ready', read: [] },
  { kind: 'customers', state: 'done', read: [customers] },
  { kind: 'customers', state: 'undone', read: [customers] },
  { kind: 'cases', state: 'done', read: all },
  { kind: 'cases', state: 'undone', read: all },
] as const)('refreshes lists after an import of $kind is $state', async ({ kind, state, read }) => {
  const client = createQueryClient();
  for (const key of all) client.setQueryData(key, {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useImportWork, { wrapper });
  const so = { id: 'i', kind, state } as Import;
  await act(() => result.current.start(async ({ onProgress }) => onProgress(so)));
  expect(all.filter((key) => client.getQueryState(key)?.isInvalidated)).toEqual(read);
});
