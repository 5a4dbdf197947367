import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { Paper } from '#domain/paper/paper.ts';
import { pdfOf } from './pdf-of.ts';

const paper = (parts: Paper['parts'], more: Partial<Paper> = {}): Paper => ({
  title: 'Receipt WA-R-2026-0007',
  letterhead: ['Whitcomb & Ames', '12 Elm Street, Boston, MA 02134'],
  parts,
  footer: 'Whitcomb & Ames · Receipt',
  asOf: '2026-11-20T15:04:05.000Z',
  ...more,
});
/** What a reader reads, without line breaks, which are the layout's. */
const read = async (bytes: Uint8Array): Promise<{ pages: number; text: string }> => {
  const { totalPages, text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return { pages: totalPages, text: text.replace(/\s+/g, ' ') };
};

interface Node {
  role?: string;
  children?: Node[];
}
/** The tree of a page names what stands on other pages too, without children. */
const rolesIn = (node: Node | null): string[] =>
  node?.children?.length ? [...(node.role ? [node.role] : []), ...node.children.flatMap(rolesIn)] : [];
const treeOf = async (bytes: Uint8Array): Promise<string[]> => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const roles: string[] = [];
  for (let page = 1; page <= document.numPages; page++)
    roles.push(...rolesIn((await (await document.getPage(page)).getStructTree()) as Node | null));
  expect((await document.getMarkInfo())?.Marked).toBe(true);
  return roles;
};

const names = [
  'Nguyễn Thị Phương Thảo',
  'Trần Đức Hiệp',
  'Zdzisław Żółkiewski-Śmigły',
  'Łucja Ćwiąkała',
  'María José Núñez de la Peña',
  'François O’Brien efficient office',
];

describe('a paper as a PDF', () => {
  it('reads back as it was written, in the letters of everybody’s name', async () => {
    const bytes = await pdfOf(
      paper([
        { kind: 'facts', facts: names.map((value, at) => ({ label: `Name ${at + 1}`, value })) },
        { kind: 'text', text: names.join(', ') },
      ]),
    );
    const { pages, text } = await read(bytes);
    expect(pages).toBe(1);
    for (const name of names) expect(text.split(name).length - 1, name).toBe(2);
    expect(text).toContain('Receipt WA-R-2026-0007');
    expect(text).toContain('Page 1 of 1');
    expect(bytes.byteLength).toBeLessThan(300_000);
  });

  it('is tagged: headings, rows and cells are told to who listens, and lines and feet are not', async () => {
    const bytes = await pdfOf(
      paper([
        { kind: 'heading', text: 'Received' },
        {
          kind: 'table',
          columns: [
            { label: 'Date', width: 0.5 },
            { label: 'Amount', width: 0.5, align: 'right' },
          ],
          rows: [['November 20, 2026', '$1.00']],
          sums: [['Total', '$1.00']],
        },
        { kind: 'facts', facts: [{ label: 'For', value: 'Deposit' }] },
        { kind: 'signature', label: 'For the funeral home' },
      ]),
    );
    const roles = await treeOf(bytes);
    const count = (role: string): number => roles.filter((one) => one === role).length;
    expect([count('H1'), count('H2'), count('Table'), count('TR'), count('TH'), count('TD')]).toEqual([
      1, 1, 2, 4, 3, 5,
    ]);
  });

  it('goes on over pages: rows under their titles, long texts under their label, nothing lost', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => [`Row ${at}.`, `${'many words '.repeat(at % 7)}end ${at}.`]);
    const note = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
    const bytes = await pdfOf(
      paper([
        {
          kind: 'table',
          columns: [
            { label: 'First', width: 0.3 },
            { label: 'Second', width: 0.7 },
          ],
          rows,
        },
        {
          kind: 'facts',
          facts: [
            { label: 'Before', value: 'short' },
            { label: 'Note', value: note },
            { label: 'After', value: 'short too' },
          ],
        },
      ]),
    );
    const { pages, text } = await read(bytes);
    expect(pages).toBeGreaterThan(3);
    for (const [first, second] of rows) for (const cell of [first, second]) expect(text).toContain(String(cell).trim());
    expect(text.match(/First Second/g)?.length).toBeGreaterThan(2);
    for (const word of ['word0 ', 'word450 ', 'word899', 'short too', `Page ${pages} of ${pages}`])
      expect(text).toContain(word);
    expect((await treeOf(bytes)).filter((role) => role === 'TH')).toHaveLength(2 + 2);
  });

  it('is the same file where it says the same, and another one where it does not', async () => {
    const said = paper([{ kind: 'text', text: 'Deposit' }]);
    const [one, again, other] = await Promise.all([said, said, { ...said, footer: 'else' }].map((one) => pdfOf(one)));
    expect(Buffer.compare(one as Uint8Array, again as Uint8Array)).toBe(0);
    expect(Buffer.compare(one as Uint8Array, other as Uint8Array)).not.toBe(0);
  });

  it('fits on Letter and on A4', async () => {
    const said = paper([{ kind: 'text', text: 'Deposit' }]);
    for (const [size, points] of [
      ['LETTER', [612, 792]],
      ['A4', [595.28, 841.89]],
    ] as const) {
      const document = await getDocumentProxy(new Uint8Array(await pdfOf(said, size)));
      const [, , width, height] = (await document.getPage(1)).view;
      expect([width, height]).toEqual(points);
    }
  });
});
