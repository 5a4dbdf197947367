import { describe, expect, it } from 'vitest';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { zipped } from '#tests/support/zipped.ts';
import { Uploads } from '../documents/parts/uploads.ts';
import { entriesOf, matchZip, removeUploadedFiles, sendFiles, unpacked } from './zip-documents.ts';

const zipOf = (...zip: Parameters<typeof zipped>): File => new File([new Uint8Array(zipped(...zip))], 'documents.zip');

const caseOf = { id: 'c1', case_number: 'WA-2019-0001', deceased_full_name: 'Walter Pruitt' };
interface Input {
  query?: { case_number?: string };
  params?: { id: string };
}
const now = new Date().toISOString();
const api = (documents = [{ id: 'd0', file_name: 'Permit.pdf', size: 3, created_at: now }]) => {
  const asked: string[] = [];
  const deleted: string[] = [];
  const call = (async (row: { method: string; path: string }, input: Input) => {
    if (row.path === '/api/services/cases/') {
      asked.push(input.query?.case_number ?? '');
      return { results: input.query?.case_number?.toUpperCase() === caseOf.case_number ? [caseOf] : [] };
    }
    if (row.method === 'GET') return { results: documents };
    if (row.method === 'DELETE') {
      const id = input.params?.id ?? '';
      if (id === 'gone') throw new ApiError(404, 'Not found.');
      if (id === 'theirs') throw new ApiError(403, 'You may not delete it.');
      deleted.push(id);
    }
    return { id: 'd1' };
  }) as unknown as Call;
  return { call, asked, deleted };
};
const run = () => ({ signal: new AbortController().signal, onProgress: () => {} });

describe('documents in a ZIP archive', () => {
  it('reads stored and compressed files, also with an archive comment', async () => {
    const zip = zipOf(
      [
        { path: 'a.pdf', text: 'packed' },
        { path: 'b.pdf', text: 'plain', stored: true },
      ],
      'made elsewhere',
    );
    const entries = await entriesOf(zip);
    const files = await Promise.all(entries.map((entry) => unpacked(zip, entry, entry.path)));
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['packed', 'plain']);
    await expect(entriesOf(new Blob(['no zip at all, but long enough']))).rejects.toThrow('not a ZIP');
    const [bomb] = entries;
    await expect(unpacked(zip, { ...(bomb ?? fail()), size: 3 }, 'a.pdf')).rejects.toThrow('damaged or unsafe');
  });

  it('matches files to cases by folder or name, once per number, without known ones', async () => {
    const { call, asked } = api();
    const zip = zipOf([
      { path: 'wa-2019-0001/Scan.pdf', text: 'abcd' },
      { path: 'WA-2019-0001 Permit.pdf', text: 'abcd' },
      { path: 'WA-2019-0001/Permit.pdf', text: 'abc' },
      { path: 'Elsewhere/Permit.pdf', text: 'abc' },
      { path: 'WA-2019-0001/setup.exe', text: 'MZ' },
      { path: 'WA-2019-0001/locked.pdf', text: 'abc', encrypted: true },
      { path: '__MACOSX/WA-2019-0001/Scan.pdf', text: 'x' },
    ]);
    const files = await matchZip(call, zip, run());
    expect(files.map(({ name, case: of, why }) => [name, of?.id, why])).toEqual([
      ['Scan.pdf', 'c1', undefined],
      ['WA-2019-0001 Permit.pdf', 'c1', undefined],
      ['Permit.pdf', 'c1', 'Already in the case'],
      ['Permit.pdf', undefined, 'No case with this number'],
      ['setup.exe', 'c1', expect.any(String)],
      ['locked.pdf', 'c1', 'Password protected'],
    ]);
    expect(new Set(asked.map((number) => number.toUpperCase())).size).toBe(asked.length);
  });

  it('adds two files with one name and size as two documents', async () => {
    const scan = (id: string, created_at = now) => ({ id, file_name: 'Scan.pdf', size: 4, created_at });
    const zip = zipOf([
      { path: 'WA-2019-0001/Front/Scan.pdf', text: 'abcd' },
      { path: 'WA-2019-0001/Back/Scan.pdf', text: 'efgh' },
    ]);
    const paths = new Set(['WA-2019-0001/Front/Scan.pdf', 'WA-2019-0001/Back/Scan.pdf']);
    // After an interruption behind the first, the second is still sent.
    const cut = await matchZip(api([scan('d1')]).call, zip, run());
    expect(cut.map(({ why, present }) => [why, present])).toEqual([
      ['Already in the case', 'd1'],
      [undefined, undefined],
    ]);
    const both = api([scan('d2'), scan('d1', new Date(Date.parse(now) - 1000).toISOString())]);
    expect(await removeUploadedFiles(both.call, zip, paths, run())).toEqual({ removedCount: 2, failed: [] });
    expect(both.deleted).toEqual(['d1', 'd2']);
  });

  it('sends one file after another, and lists failures', async () => {
    const { call } = api();
    const zip = zipOf([
      { path: 'WA-2019-0001/Scan', text: '%PDF-' },
      { path: 'WA-2019-0001/Broken.pdf', text: '%PDF-' },
    ]);
    const sent: string[] = [];
    const uploads = (caseId: string) =>
      new Uploads(call, caseId, {
        send: async (_form, file) => {
          if (file.name === 'Broken.pdf') throw new Error('The file was not taken');
          sent.push(`${caseId} ${file.name} ${await file.text()}`);
        },
      });
    const failed = await sendFiles(call, zip, await matchZip(call, zip, run()), run(), uploads);
    expect(sent).toEqual(['c1 Scan %PDF-']);
    expect(failed.map(({ name }) => name)).toEqual(['Broken.pdf']);
  });

  it('removes only documents of these names and sizes from the last 30 days', async () => {
    const names = ['Permit', 'Gone', 'Theirs', 'Old', 'Other size', 'Not chosen'];
    const paths = names.map((name) => `WA-2019-0001/${name}.pdf`);
    const document = (id: string, name: string, size = 3, created_at = now) => ({
      ...{ id, file_name: `${name}.pdf`, size, created_at },
    });
    const { call, deleted } = api([
      document('d0', 'Permit'),
      document('gone', 'Gone'),
      document('theirs', 'Theirs'),
      document('old', 'Old', 3, '2019-03-04T12:00:00Z'),
      document('other', 'Other size', 4),
      document('unchosen', 'Not chosen'),
      document('else', 'Other request'),
    ]);
    const zip = zipOf(paths.map((path) => ({ path, text: 'abc' })));
    const steps: number[] = [];
    const noted = { ...run(), onProgress: (done: number, all: number) => steps.push(done / all) };
    const answer = await removeUploadedFiles(call, zip, new Set(paths.slice(0, 5)), noted);
    expect(deleted).toEqual(['d0']);
    expect(answer).toEqual({ removedCount: 2, failed: [{ name: 'Theirs.pdf', why: 'You may not delete it.' }] });
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBe(1);
  });
});

const fail = (): never => {
  throw new Error('no entry');
};
