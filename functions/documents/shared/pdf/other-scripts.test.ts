import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { visualRuns } from './other-scripts.ts';
import { pdfOf } from './pdf-of.ts';

const names: Record<string, string> = {
  Arabic: 'محمد بن عبد الله',
  Persian: 'علی‌رضا پژمان گل',
  Hebrew: 'שרה כהן-לוי',
  Thai: 'สมชาย ใจดี คำ น้ำ',
  Chinese: '陳大文 刘晓喆 龍',
  Japanese: '山田 太郎 ハンダ さくら',
  Korean: '김민수 박서연',
};
const printed = (text: string) =>
  pdfOf({
    ...{
      title: 'Sheet',
      letterhead: ['Whitcomb & Ames'],
      footer: `Whitcomb · ${text}`,
      asOf: '2026-11-20T15:04:05.000Z',
    },
    parts: [
      { kind: 'heading', text },
      { kind: 'facts', facts: [{ label: 'Name', value: text }] },
    ],
  });
const glyphsOf = async (bytes: Uint8Array): Promise<number[]> => {
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const { argsArray } = await page.getOperatorList();
  return argsArray
    .flat(3)
    .flatMap((one: { originalCharCode?: number } | null) =>
      one?.originalCharCode === undefined ? [] : one.originalCharCode,
    );
};

/** Returns Thai "am" as its two signs; a joiner is not drawn and is read as a space. */
const asRead = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\s\u200c]+/g, '')
    .replace(/([\u0E48-\u0E4B])\u0E4D/g, '\u0E4D$1');

describe('names in other scripts', () => {
  it.each(Object.entries(names))('draws %s as letters that read back unchanged', async (_, name) => {
    const bytes = await printed(name);
    const glyphs = await glyphsOf(bytes);
    expect(glyphs.length).toBeGreaterThan(20);
    expect(glyphs).not.toContain(0);
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    expect(asRead(text).split(asRead(name)).length - 1, text).toBe(3);
    expect(await printed(name)).toEqual(bytes);
  });

  it('draws Devanagari as letters that read back, with reordered vowels', async () => {
    const bytes = await printed('विकास शर्मा श्री');
    expect(await glyphsOf(bytes)).not.toContain(0);
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    const read = text.match(/\p{Script=Devanagari}/gu) ?? [];
    expect(read.toSorted()).toEqual([...'विकासशर्माश्री'.repeat(3)].toSorted());
  });

  it.each([
    ['Survived by שרה כהן (Boston), and 2 sons', ['Survived by ', 'שרה כהן', ' (Boston), and 2 sons']],
    ['Parents: דוד, 81, and רחל', ['Parents: ', 'דוד', ', 81, and ', 'רחל']],
    ['See (שרה לוי (רבקה)) 12/5', ['See (', 'שרה לוי )רבקה(', ') 12/5']],
    ['דוד 2,500 רחל', [' רחל', '2,500', 'דוד ']],
    ['(דוד לוי) 12', ['12', ')דוד לוי( ']],
  ])('keeps the visual order of a line: %s', (line, seen) => {
    // Brackets are mirrored before the letters are reversed.
    expect(visualRuns(line).map(({ text }) => text)).toEqual(seen);
  });
});
