import { describe, expect, it } from 'vitest';
import type { Paper } from '#domain/documents/printing/paper.ts';
import { breakLongRuns, pdfOf, withBreaks } from './pdf-of.ts';

const ordinary = [
  '',
  'Zdzisław Żółkiewski-Śmigły was born in Łódź, and loved his garden — and everybody in it.\n\nNo flowers, please.',
  'https://www.example.com/obituaries/walter-pruitt?from=2026',
  'a.very.long.name.of.somebody.who.writes.mails@mail.example.com',
  `Digest of the content: ${'0123456789abcdef'.repeat(4)}`,
  `${'word '.repeat(50)}end`,
  'one-of-the-longest-words-that-anybody-has-ever-put-together-with-hyphens-alone',
];
const paper = (value: string): Paper => ({
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
    const document = paper('Deposit');
    expect(withBreaks(document)).toEqual(document);
    expect(withBreaks(paper('W'.repeat(70)))).toEqual(paper(`${'W'.repeat(40)} ${'W'.repeat(30)}`));
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
        Buffer.from(await pdfOf(paper(`a${letter.repeat(9998)}b`)))
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    },
    120_000,
  );
});
