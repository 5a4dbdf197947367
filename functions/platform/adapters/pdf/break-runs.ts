import type { Paper } from '#domain/documents/printing/paper.ts';

/** Letters of a piece of a run that is too long. A digest of 64 is none: who copies it copies it whole. */
const piece = 40;
/** Where no line is broken: neither white space nor a hyphen before a letter; spaces that hold together are no break. */
const longRun = /(?:[^\s-]|[\u00A0\u2007\u202F\uFEFF]|-(?!\p{L})){65,}/gu;
const pieces = /.{40}(?=.)/gsu;
const blanks = /[^\S\n\u2028\u2029]{41,}/gu;

/**
 * A text in which a run of more than 64 letters without a place for a break has a space after each 40, by code point. The
 * library that makes PDFs measures a word in the square of its length: one of ten thousand letters holds up the process for
 * half a minute. More blanks side by side than 40 are measured like one word, and say nothing.
 */
export const breakLongRuns = (text: string): string =>
  text.length > piece
    ? text
        .replace(blanks, (run) => run.slice(0, piece))
        .replace(longRun, (run) => run.replace(pieces, (letters) => `${letters} `))
    : text;

const broken = (said: unknown): unknown => {
  if (typeof said === 'string') return breakLongRuns(said);
  if (Array.isArray(said)) return said.map(broken);
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, broken(value)]));
};

/** A paper all of whose texts can be broken into lines ({@link breakLongRuns}). */
export const withBreaks = (paper: Paper): Paper => broken(paper) as Paper;
