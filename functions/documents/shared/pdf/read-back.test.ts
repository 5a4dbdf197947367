import fc from 'fast-check';
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { casePaper } from '#domain/documents/printing/case-papers.ts';
import type { Paper, PaperPart } from '#domain/documents/printing/paper.ts';
import { statementPaper } from '#domain/documents/printing/statement-paper.ts';
import { randomSections } from '#domain/documents/printing/testing/random-case.ts';
import { worksheetPaper } from '#domain/documents/printing/worksheet-paper.ts';
import { statementContent } from '#domain/statements/statement-content.ts';
import { long } from '#tests/support/test-length.ts';
import { type PaperSize, pdfOf } from './pdf-of.ts';

const runs = Number(process.env.PAPER_CASES ?? (long ? 200 : 2));

const home = {
  ...{ name: 'Whitcomb & Ames', phone: '9045550100', address: '12 King Street', city: 'St. Augustine', state: 'FL' },
  ...{ zip_code: '32084', license_number: 'FE-1234', time_zone: 'America/New_York' },
};
const joined = (text: string): string => text.replace(/\s+/g, '');
const wordsOf = (part: PaperPart): string[] => {
  if (part.kind === 'facts') return part.facts.flatMap(({ label, value }) => [label, value]);
  if (part.kind === 'table') return [...part.rows, ...(part.sums ?? [])].flat();
  if (part.kind === 'labels') return part.labels.flat();
  if (part.kind === 'tags') return part.tags.flatMap(({ lines }) => lines);
  if (part.kind === 'columns') return part.columns.flatMap(({ text, label }) => [text, label]);
  return [part.kind === 'signature' ? part.label : part.text];
};
const readBack = async (paper: Paper, size: PaperSize): Promise<string> => {
  const { text } = await extractText(new Uint8Array(await pdfOf(paper, size)), { mergePages: true });
  return joined(text)
    .replaceAll(joined(paper.footer), '')
    .replace(/Page\d+of\d+/g, '');
};
const expectWhole = async (paper: Paper, size: PaperSize): Promise<void> => {
  const text = await readBack(paper, size);
  let from = 0;
  for (const word of [...paper.letterhead, paper.title, ...paper.parts.flatMap(wordsOf)]) {
    const at = text.indexOf(joined(word), from);
    expect(at, `“${word}” after “…${text.slice(Math.max(0, from - 60), from)}”`).toBeGreaterThanOrEqual(from);
    from = at + joined(word).length;
  }
};

describe('PDFs of random cases', () => {
  it('read back all texts of the record, on Letter and on A4', async () => {
    await fc.assert(
      fc.asyncProperty(randomSections, fc.constantFrom('LETTER' as const, 'A4' as const), async (sections, size) => {
        const stored = Object.fromEntries(
          Object.entries(sections).map(([id, values]) => [id, { version: 1, values }] as const),
        );
        const content = statementContent({
          ...{ sections: sections as never, case_number: 'WA-2026-0007', home, paid: 100_00, today: '2026-11-23' },
        });
        await expectWhole(casePaper(exampleCore, stored, home), size);
        await expectWhole(worksheetPaper(exampleCore, stored, home, { permits: [], overrides: [] }), size);
        await expectWhole(
          statementPaper({
            ...{ statement_number: 'WA-S-2026-0007', version: 1, content, digest: 'd'.repeat(64) },
            ...{ finalized_at: '2026-11-23T15:04:05.000Z', finalized_by_name: 'Marcus Ames', superseded: false },
          }),
          size,
        );
      }),
      { numRuns: runs, seed: Number(process.env.FAULT_SEED ?? 7) },
    );
  }, 600_000);
});
