// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Document } from '#domain/documents/document.schema.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { documentKeys } from '../keys.ts';
import { DocumentsPart } from './documents-part.tsx';

const caseId = '0190a000-0000-7000-8000-000000000001';
const homeId = '0193a000-0000-7000-8000-000000000001';
const documentOf = (at: number, changes: Partial<Document> = {}) =>
  ({
    ...{ id: `0190a000-0000-7000-8000-00000000001${at}`, version: 1, case_id: caseId, file_name: `Permit ${at}.pdf` },
    ...{ description: '', kind: 'other', state: 'ready', note: '', content_type: 'application/pdf', size: 1000 },
    ...{ can_preview: true, series: caseId, revision: 1, is_made: false, created_at: '2026-11-20T15:04:05.000Z' },
    ...{ updated_at: '2026-11-20T15:04:05.000Z', added_by: null, added_by_name: 'Dana Director', ...changes },
  }) as Document;

const draw = (restore: () => unknown) => {
  let results = [documentOf(1), documentOf(2), documentOf(3, { state: 'refused', note: 'This file is empty.' })];
  const [first] = results;
  renderPage(
    <>
      <Toasts />
      <DocumentsPart caseId={caseId} homeId={homeId} unlabeled={['Erik Lindqvist']} />
    </>,
    {
      role: 'super_admin',
      call: answering({
        'GET /api/documents/documents/': () => ({ results, count: results.length, total_bytes: 2000 }),
        'DELETE /api/documents/documents/{id}/': () => {
          results = results.slice(1);
        },
        'POST /api/documents/documents/{id}/restore/': () => {
          restore();
          if (first) results = [first, ...results];
        },
      }),
    },
  );
};
const actions = () => screen.findByRole('button', { name: 'Actions for Permit 1.pdf' });
const remove = async () => {
  const button = await actions();
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Permit 1.pdf')).toBeNull());
};
const undo = async () => {
  const button = await screen.findByRole('button', { name: 'Undo' });
  button.focus();
  fireEvent.click(button);
};

it('lists expected papers with their state; a refused file does not count', async () => {
  const results = [documentOf(1, { kind: 'permit' }), documentOf(2, { kind: 'authorization', state: 'refused' })];
  renderPage(<DocumentsPart caseId={caseId} homeId={homeId} expected={['authorization', 'permit']} />, {
    role: 'funeral_director',
    call: answering({ 'GET /api/documents/documents/': () => ({ results, count: 2, total_bytes: 2000 }) }),
  });
  const expected = await screen.findByRole('list', { name: 'Expected documents' });
  expect(within(expected).getByText('Authorization missing')).toBeTruthy();
  expect(within(expected).getByRole('link', { name: 'Request signatures' }).getAttribute('href')).toContain(caseId);
  expect(within(expected).getByText('Permit')).toBeTruthy();
  expect(within(expected).getAllByRole('img', { name: 'on file' })).toHaveLength(1);
});

it('keeps the focus in the list after a deletion, and focuses a restored document', async () => {
  draw(() => undefined);
  await remove();
  const part = screen.getByRole('region', { name: 'Case documents' });
  await waitFor(() => expect(document.activeElement).toBe(part));
  await undo();
  expect(await screen.findByText('Document restored')).toBeTruthy();
  expect(document.activeElement).toBe(await actions());
});

/** Edits a document that is read again in the meantime; returns the version in the save. */
const versionNamed = async (changes: Partial<Document>): Promise<unknown> => {
  let one = documentOf(1);
  let total_bytes = 2000;
  const update = vi.fn((_input: unknown) => one);
  const { client } = renderPage(<DocumentsPart caseId={caseId} homeId={homeId} />, {
    call: answering({
      'GET /api/documents/documents/': () => ({ results: [one], count: 1, total_bytes }),
      'PATCH /api/documents/documents/{id}/': update,
    }),
  });
  fireEvent.click(await actions());
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Description' }), { target: { value: 'Signed' } });
  one = documentOf(1, { version: 2, ...changes });
  total_bytes = 3000;
  await act(() => client.refetchQueries({ queryKey: documentKeys.ofCase(caseId) }));
  await screen.findByText('1 document · 3 kB');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
  const [sent] = update.mock.calls[0] as [{ body: { version: number } }];
  return sent.body.version;
};

it('sends the version in which the edit began, so that no change is overwritten', async () => {
  expect(await versionNamed({ file_name: 'Permit of the county.pdf' })).toBe(1);
});

it('saves after a change of fields that are not edited', async () => {
  expect(await versionNamed({ can_preview: false })).toBe(2);
});

it('lists people without an address for a label, with a link to the next of kin', async () => {
  draw(() => undefined);
  fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
  const link = await screen.findByRole('menuitem', { name: 'No address for a label: Erik Lindqvist' });
  expect(link.getAttribute('href')).toBe(`/cases/${caseId}?section=informant&field=next_of_kins`);
});
