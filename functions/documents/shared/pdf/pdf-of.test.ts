import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { Paper } from '#domain/documents/printing/paper.ts';
import { depositReceiptPaper } from '#domain/documents/printing/receipt.ts';
import { statementPaper } from '#domain/documents/printing/statement-paper.ts';
import { documentedFees } from '#domain/statements/fee-names.ts';
import { statementContent } from '#domain/statements/statement-content.ts';
import { breakLongRuns, pdfOf, withBreaks } from './pdf-of.ts';

const paper = (parts: Paper['parts'], more: Partial<Paper> = {}): Paper => ({
  title: 'Receipt WA-R-2026-0007',
  letterhead: ['Whitcomb & Ames', '12 Elm Street, Boston, MA 02134'],
  parts,
  footer: 'Whitcomb & Ames · Receipt',
  asOf: '2026-11-20T15:04:05.000Z',
  ...more,
});
const read = async (bytes: Uint8Array): Promise<{ pages: number; text: string }> => {
  const { totalPages, text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return { pages: totalPages, text: text.replace(/\s+/g, ' ') };
};

interface Node {
  role?: string;
  children?: Node[];
}
/** The tree of a page lists elements of other pages too, without children. */
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

describe('pdfOf', () => {
  it('reads back unchanged, including letters of other alphabets', async () => {
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

  it('tags headings, rows and cells; rules and footers are artifacts', async () => {
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

  it('continues on the next page with repeated table titles and no lost text', async () => {
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

  it('keeps the totals of a table on one page with its last row', async () => {
    const columns = [
      { label: 'Item', width: 0.7 },
      { label: 'Amount', width: 0.3, align: 'right' as const },
    ];
    const sums = ['Complete total', 'Paid to date', 'Balance'].map((name) => [name, '$1.00']);
    for (let length = 22; length < 29; length++) {
      const rows = Array.from({ length }, (_, at) => [`Row ${at + 1}.`, '$1.00']);
      const bytes = await pdfOf(paper([{ kind: 'table', columns, rows, sums }]));
      const { text } = await extractText(new Uint8Array(bytes), { mergePages: false });
      const page = text.find((one) => one.includes('Balance'));
      for (const name of [`Row ${length}.`, 'Complete total', 'Paid to date'])
        expect(page, `${length} rows`).toContain(name);
    }
  });

  it('keeps a heading with the first row under it', async () => {
    const columns = [
      { label: 'Item', width: 0.7 },
      { label: 'Amount', width: 0.3, align: 'right' as const },
    ];
    const fees = { kind: 'table' as const, columns, rows: [['Space', '$1.00']], sums: [['Total', '$1.00']] };
    for (let facts = 24; facts < 36; facts++) {
      const before = Array.from({ length: facts }, (_, at) => ({ label: `Fact ${at}`, value: 'said' }));
      const document = paper([{ kind: 'facts', facts: before }, { kind: 'heading', text: 'Burial fees' }, fees]);
      const { text } = await extractText(new Uint8Array(await pdfOf(document)), { mergePages: false });
      expect(
        text.find((page) => page.includes('Burial fees')),
        `${facts} facts`,
      ).toContain('Space');
    }
  });

  it('keeps a heading with its subheading and first field', async () => {
    const permit = [{ label: 'Permit number', value: 'BTP-9' }];
    for (let facts = 24; facts < 40; facts++) {
      const before = Array.from({ length: facts }, (_, at) => ({ label: `Fact ${at}`, value: 'said' }));
      const document = paper([
        { kind: 'facts', facts: before },
        { kind: 'heading', text: 'Permits' },
        { kind: 'subheading', text: 'Burial-transit permit' },
        { kind: 'facts', facts: permit },
      ]);
      const { text } = await extractText(new Uint8Array(await pdfOf(document, 'A4')), { mergePages: false });
      expect(
        text.find((page) => page.includes('Permits')),
        `${facts} facts`,
      ).toContain('BTP-9');
    }
  });

  it('keeps lines to sign that follow one another on one page with their heading', async () => {
    for (let facts = 24; facts < 40; facts++) {
      const before = Array.from({ length: facts }, (_, at) => ({ label: `Fact ${at}`, value: 'said' }));
      const signatures = ['Released by', 'Received by'].map((label) => ({ kind: 'signature' as const, label }));
      const printed = paper([{ kind: 'facts', facts: before }, { kind: 'heading', text: 'Custody' }, ...signatures]);
      const { text } = await extractText(new Uint8Array(await pdfOf(printed)), { mergePages: false });
      expect(
        text.find((page) => page.includes('Released by')),
        `${facts} facts`,
      ).toMatch(/Custody.*Received by/s);
    }
  });

  it('separates footer and page number and fits them on the page, even for a long name', async () => {
    const footer = `${'Whitcomb & Ames Funeral Home and Cremation Services '.repeat(3)}· Worksheet · Confidential`;
    for (const size of ['LETTER', 'A4'] as const) {
      const bytes = await pdfOf(paper([{ kind: 'text', text: 'word '.repeat(1500) }], { footer }), size);
      const document = await getDocumentProxy(new Uint8Array(bytes));
      expect(document.numPages).toBe(2);
      const page = await document.getPage(2);
      const { items } = await page.getTextContent();
      const feet = items.flatMap((item) =>
        'str' in item && item.str.trim() && item.transform[5] < 54
          ? [{ text: item.str, left: item.transform[4], right: item.transform[4] + item.width, y: item.transform[5] }]
          : [],
      );
      const number = feet.find(({ text }) => text.startsWith('Page 2'));
      const words = feet.filter((one) => one !== number);
      expect(words.map(({ text }) => text.trim()).join(' ')).toBe(footer);
      expect(words.length).toBeGreaterThan(1);
      for (const { right, y } of words) {
        expect(right).toBeLessThan(number?.left);
        expect(y).toBeGreaterThan(9);
      }
    }
  });

  it('keeps a receipt number on one line of the deposit receipt', async () => {
    const entry = {
      ...{ id: '1', kind: 'payment' as const, status: 'recorded' as const, receipt_number: 'WA-R-2026-10007' },
      ...{ payment_date: '2026-11-20', received_from: 'Nguyễn Thị Phương Thảo', amount_cents: 12_345_678 },
      ...{ payment_method: 'check' as const, other_method_description: '', check_number_masked: '****4821' },
      ...{ payment_for: 'Deposit', created_at: '2026-11-20T15:04:05.000Z', updated_at: '2026-11-20T15:04:05.000Z' },
      ...{ created_by_name: 'Marcus Ames', void_reason: null, refund_of: null },
    };
    const home = {
      ...{ name: 'Whitcomb & Ames', phone: null, address: '', city: '', state: '', zip_code: '', license_number: '' },
      time_zone: 'America/New_York',
    };
    const about = { case_number: 'WA-2026-0042', deceased_name: 'Walter Pruitt', contractTotal: 0 };
    const document = depositReceiptPaper([entry], { ...about, updatedAt: entry.updated_at }, home);
    for (const size of ['LETTER', 'A4'] as const) {
      const { text } = await extractText(new Uint8Array(await pdfOf(document, size)), { mergePages: true });
      for (const whole of ['WA-R-2026-10007', 'Nov 20, 2026', '$123,456.78']) expect(text).toContain(whole);
    }
  });

  it('returns the same bytes for the same content only', async () => {
    const document = paper([{ kind: 'text', text: 'Deposit' }]);
    const [one, again, other] = await Promise.all(
      [document, document, { ...document, footer: 'else' }].map((one) => pdfOf(one)),
    );
    expect(Buffer.compare(one as Uint8Array, again as Uint8Array)).toBe(0);
    expect(Buffer.compare(one as Uint8Array, other as Uint8Array)).not.toBe(0);
  });

  it('fits on Letter and on A4', async () => {
    const printed = paper([{ kind: 'text', text: 'Deposit' }]);
    for (const [size, points] of [
      ['LETTER', [612, 792]],
      ['A4', [595.28, 841.89]],
    ] as const) {
      const document = await getDocumentProxy(new Uint8Array(await pdfOf(printed, size)));
      const [, , width, height] = (await document.getPage(1)).view;
      expect([width, height]).toEqual(points);
    }
  });
});

const ordinary = [
  '',
  'Zdzisław Żółkiewski-Śmigły was born in Łódź, and loved his garden — and everybody in it.\n\nNo flowers, please.',
  'https://www.example.com/obituaries/walter-pruitt?from=2026',
  'a.very.long.name.of.somebody.who.writes.mails@mail.example.com',
  `Digest of the content: ${'0123456789abcdef'.repeat(4)}`,
  `${'word '.repeat(50)}end`,
  'one-of-the-longest-words-that-anybody-has-ever-put-together-with-hyphens-alone',
];
const paperWith = (value: string): Paper => ({
  title: 'Case summary',
  letterhead: ['Whitcomb & Ames'],
  parts: [
    { kind: 'facts', facts: [{ label: 'Obituary', value }] },
    { kind: 'text', text: value },
  ],
  footer: 'Whitcomb & Ames',
  asOf: '2026-11-20T15:04:05.000Z',
});

describe('breakLongRuns', () => {
  it.each(ordinary)('leaves a text without long runs unchanged: %j', (text) => {
    expect(breakLongRuns(text)).toBe(text);
  });

  it('adds a space after every 40 letters', () => {
    expect(breakLongRuns('W'.repeat(100))).toBe(`${'W'.repeat(40)} ${'W'.repeat(40)} ${'W'.repeat(20)}`);
    expect(breakLongRuns('W'.repeat(80))).toBe(`${'W'.repeat(40)} ${'W'.repeat(40)}`);
    expect(breakLongRuns('𝒲'.repeat(100)).split(' ')).toEqual(['𝒲'.repeat(40), '𝒲'.repeat(40), '𝒲'.repeat(20)]);
    expect(breakLongRuns(`In ${'W'.repeat(70)} we trust`)).toBe(`In ${'W'.repeat(40)} ${'W'.repeat(30)} we trust`);
  });

  it.each(['W', '-', '1-', 'a\u00A0', '\u200D', ' '])('breaks a run of only %j', (letter) => {
    const words = breakLongRuns(`a${letter.repeat(1000)}b`).split(/[ \n]/);
    expect(Math.max(...words.map((word) => [...word].length))).toBeLessThan(66);
    expect(words.length).toBeGreaterThan(20);
  });

  it('breaks runs anywhere in a document and changes nothing else', () => {
    const document = paperWith('Deposit');
    expect(withBreaks(document)).toEqual(document);
    expect(withBreaks(paperWith('W'.repeat(70)))).toEqual(paperWith(`${'W'.repeat(40)} ${'W'.repeat(30)}`));
  });
});

describe('pdfOf with a field of maximum length', () => {
  it.each([
    ['W', 'W'],
    ['Thai letters', 'ก'],
    ['joiners', '\u200D'],
    ['hyphens', '-'],
    ['blanks', ' '],
  ])(
    'renders a field of only %s',
    async (_, letter) => {
      expect(
        Buffer.from(await pdfOf(paperWith(`a${letter.repeat(9998)}b`)))
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    },
    120_000,
  );
});

const fullStatement = () => {
  const fee = (name: string) => [name, '123.45'] as const;
  const servicesFees = {
    ...Object.fromEntries(Object.values(documentedFees).flat().map(fee)),
    death_certificate_copies: '10',
    cash_advances: Array.from({ length: 20 }, (_, at) => ({ id: String(at), name: `Advance ${at}`, amount: '10.00' })),
  };
  const burialFees = { ...Object.fromEntries(documentedFees.burial.map(fee)), burial_fees_handling: 'billed' };
  const content = statementContent({
    sections: { servicesFees, burialFees } as never,
    ...{ case_number: 'WA-2026-0042', paid: 0, today: '2026-11-23' },
    home: {
      ...{ name: 'Whitcomb & Ames', phone: '9045550100', address: '12 King Street', city: 'St. Augustine' },
      ...{ state: 'FL', zip_code: '32084', license_number: 'FE-1234' },
    },
  });
  return statementPaper({
    ...{ statement_number: 'WA-S-2026-0007', version: 1, content, digest: 'd'.repeat(64), superseded: false },
    ...{ finalized_at: '2026-11-23T15:04:05.000Z', finalized_by_name: 'Marcus Ames' },
  });
};

describe('PDF of a Statement with every fee', () => {
  it('takes fewer than 300 kB', async () => {
    expect((await pdfOf(fullStatement())).byteLength).toBeLessThan(300_000);
  });
});
