import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { scriptFonts } from '#domain/documents/printing/script-fonts.ts';

const folder = join(import.meta.dirname, 'fonts');
const loaded = new Map<string, Font>();
/** Next to the bundle in a function, otherwise in the package. */
const fontOf = (file: string): Font => {
  const known = loaded.get(file);
  if (known) return known;
  const carried = join(folder, basename(file));
  const font = create(readFileSync(existsSync(carried) ? carried : createRequire(import.meta.url).resolve(file)));
  // The font draws a missing joiner as nothing, and its box must not be read as a letter.
  font.getGlyph(0, [0x200c]);
  loaded.set(file, font);
  return font;
};
const has = (file: string, letter: string): boolean => fontOf(file).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

/** The default fonts include shared punctuation. */
const firstOther = /[\u0590-\u1FFF\u2E80-\u{3FFFF}]/u;
const isOther = (text: string): boolean =>
  firstOther.test(text) && scriptFonts.some(({ letters }) => letters.test(text));
interface Run {
  text: string;
  file: string | undefined;
}

const fileFor = (letter: string, before: string | undefined): string | undefined => {
  // An accent or joiner belongs to the letter before it.
  if (before && /[\p{M}\u200C\u200D]/u.test(letter)) return before;
  const file = firstOther.test(letter) ? scriptFonts.find(({ letters }) => letters.test(letter))?.file : undefined;
  return file && has(file, letter) ? file : undefined;
};

/** `around` is the font of the characters between letters. */
const runsOf = (text: string, around?: string): Run[] => {
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const file = fileFor(letter, last?.file) ?? (around && has(around, letter) ? around : undefined);
    if (last && last.file === file) last.text += letter;
    else runs.push({ text: letter, file });
  }
  return runs;
};

const controls = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const letter = '(?!\\p{Nd})[\\p{Script=Arabic}\\p{Script=Hebrew}]';
const fromRight = new RegExp(letter, 'u');
/** Right-to-left words with the characters between them and a following bracket. */
const word = `(?:${letter}[\\p{M}\\u200C\\u200D]*)+`;
const gap = '[\\s\\p{Po}\\p{Pd}]+';
const words = `${word}(?:${gap}${word})*`;
const phrase = new RegExp(`(${words}(?:\\s*[([]${words}[)\\]]|${gap}${word})*)`, 'u');
const other = `(?!${letter})[\\p{L}\\p{N}]`;
const fromLeft = new RegExp(`(${other}(?:[\\p{L}\\p{N}\\p{M}.,:/-]*?${other}(?![\\p{L}\\p{N}]))?)`, 'u');
const mirrored: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

const turned = (text: string): Run[] => {
  const around = fileFor(fromRight.exec(text)?.[0] ?? '', undefined);
  return text
    .split(fromLeft)
    .map((part, at) => {
      if (at % 2 === 1) return runsOf(part);
      const runs = runsOf(
        part.replace(/[()[\]<>«»]/g, (bracket) => mirrored[bracket] ?? bracket),
        around,
      ).toReversed();
      // The shaping library reverses letters of these scripts itself.
      return runs.map((run) => (run.file ? run : { ...run, text: [...run.text].toReversed().join('') }));
    })
    .toReversed()
    .flat();
};

/**
 * Returns a line as runs of one font, in visual order. Lines of only Arabic or Hebrew run right to left; in others
 * only names are reversed, so that a number after a name stays after it.
 */
export const visualRuns = (text: string): Run[] => {
  const line = text.replace(controls, '');
  const pieces = /\p{Script=Latin}/u.test(line) || !fromRight.test(line) ? line.split(phrase) : ['', line];
  const runs = pieces.flatMap((piece, at) => (at % 2 === 1 ? turned(piece) : runsOf(piece)));
  // Thai "am" is drawn as two signs, which would be read back as three.
  return runs.map(({ file, text }) => ({ file, text: text.replace(/([\u0E48-\u0E4B]?)\u0E33/g, '\u0E4D$1\u0E32') }));
};

type Doc = PDFKit.PDFDocument;
interface DrawnFont {
  ascender: number;
  widthOfString(text: string, size: number, features?: unknown): number;
}
interface Drawing {
  _font: DrawnFont;
  _fontSize: number;
  _fragment(text: string, x: number, y: number, options: Record<string, unknown>): void;
  widthOfString(text: string, options?: object): number;
}

/** Draws and measures text in other scripts; fonts are loaded on first use. */
export const withOtherScripts = (doc: Doc): Doc => {
  const drawing = doc as unknown as Drawing;
  const [fragment, measure] = [drawing._fragment, drawing.widthOfString];
  const inFont = <T>(file: string | undefined, work: () => T): T => {
    const { _font: own, _fontSize: size } = drawing;
    if (file) doc.registerFont(file, fontOf(file) as unknown as Buffer).font(file);
    try {
      return work();
    } finally {
      Object.assign(drawing, { _font: own, _fontSize: size });
    }
  };
  // With explicit features the library shapes a run as a whole. Optional ligatures do not read back.
  const widthOf = ({ text, file }: Run): number =>
    inFont(file, () => drawing._font.widthOfString(text, drawing._fontSize, file ? { liga: false } : undefined));
  drawing.widthOfString = (text, options) =>
    isOther(text) ? visualRuns(text).reduce((sum, run) => sum + widthOf(run), 0) : measure.call(drawing, text, options);
  drawing._fragment = (text, x, y, options) => {
    const line = `${text}`.replace(/\n/g, '');
    if (!isOther(line)) return fragment.call(drawing, text, x, y, options);
    const { align, lineWidth } = options as { align?: string; lineWidth?: number };
    const width = drawing.widthOfString(line.trimEnd());
    const free = Number(lineWidth ?? width) - width;
    let left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
    const baseline = (-drawing._font.ascender / 1000) * drawing._fontSize;
    // Vowels before their consonant must read back in typing order; PDF readers reverse right-to-left letters.
    const isMarked = !fromRight.test(line);
    if (isMarked) doc.markContent('Span', { actual: line });
    for (const run of visualRuns(line)) {
      const { text, file } = run;
      const textWidth = widthOf(run);
      const how = { ...options, align: 'left', baseline, textWidth, ...(file ? { features: { liga: false } } : {}) };
      const from = left;
      inFont(file, () => fragment.call(drawing, text, from, y, how));
      left += textWidth;
    }
    if (isMarked) doc.endMarkedContent();
  };
  return doc;
};
