import { maskSsn } from './ssn.ts';
import { jurisdictions } from './us-state.ts';

const digit = '\\p{Nd}';

const digits = (count: number): string => `${digit}{${count}}`;

const joint = '[\\s\\p{Pd}\\p{Cf}\\u2212./_]';

/** Not "350.00 2026", an amount and a year, and no fraction. */
const grouped = (last: string): string =>
  `(?!${digits(3)}\\.${digits(2)}(?:\\s|${digit}))${digits(3)}${joint}{1,3}${digits(2)}${joint}${last}${digits(4)}`;

/** No digit before, and no amount of dollars unless dashes follow: "$1,500.00 1044" and "$123456789" are money. */
const before = `(?<!${digit})(?:(?<!\\$\\s?[\\d,.]{0,15})|(?=${digits(3)}\\p{Pd}))`;

/** No digit after, and not the year of a date after a blank: "350 00 2026-12-15". */
const after = `(?!${digit})(?!(?<=\\s(?:19|20)\\d\\d)-\\d\\d-\\d\\d)`;

/**
 * Nine digits that could be a number, in the ways people write and paste them: in any script, with any dash or space, also
 * two of them. Five and four of them are a ZIP code, and nine behind a decimal point a fraction.
 */
const numberLike = `${before}(?:${grouped('{0,3}')}|(?<!${digit}\\.)${digits(9)})${after}`;

const oneNumberLike = /* @__PURE__ */ new RegExp(numberLike, 'u');

const everyNumberLike = /* @__PURE__ */ new RegExp(numberLike, 'gu');

/** The same with something between all three groups: nothing else has nine digits so. */
const everyGrouped = /* @__PURE__ */ new RegExp(`${before}(?:${grouped('{1,3}')})${after}`, 'gu');

/**
 * On paper five and four digits are taken for a number unless a state stands before them, as in an address; what follows
 * letters is of another kind.
 */
const redactable = (): RegExp => {
  const states = jurisdictions.flatMap(({ code, name }) => [code, name]).join('|');
  const fiveAndFour = `${digits(5)}[\\s\\p{Pd}\\u2212]${digits(4)}`;
  const number = `${numberLike}|${before}(?<!\\b(?:${states})[,.]?\\s+)${fiveAndFour}${after}`;
  return new RegExp(`(?<![\\p{L}_])(?:${number})`, 'gu');
};

let redacted: RegExp | undefined;

/** Whether something in a text could be a Social Security Number. */
export function containsSsn(text: string): boolean {
  return oneNumberLike.test(text.normalize('NFKC'));
}

/** A text with `shown` in the place of everything that could be a number; `grouped`: only of what nothing else could be. */
export function redactSsnInText(text: string, shown: string, { grouped = false } = {}): string {
  const plain = text.normalize('NFKC');
  const hidden = plain.replace(grouped ? everyGrouped : everyNumberLike, shown);
  // What holds none stays as it was written.
  return hidden === plain ? text : hidden;
}

/** A text in which everything that may be a number in clear shows its last four digits alone. */
export function redactSsn(text: string): string {
  redacted ??= redactable();
  const plain = text.normalize('NFKC');
  const shown = plain.replace(redacted, (found) => maskSsn(found.slice(-4)));
  return shown === plain ? text : shown;
}
