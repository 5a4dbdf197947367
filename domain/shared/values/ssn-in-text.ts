import { maskSsn } from './ssn.ts';
import { jurisdictions } from './us-state.ts';

const digit = '\\p{Nd}';

const digits = (count: number): string => `${digit}{${count}}`;

const joint = '[\\s\\p{Pd}\\p{Cf}\\u2212./_]';

/** Not "350.00 2026", an amount and a year. */
const grouped = (last: string): string =>
  `(?!${digits(3)}\\.${digits(2)}(?:\\s|${digit}))${digits(3)}${joint}{1,3}${digits(2)}${joint}${last}${digits(4)}`;

/** An amount is no SSN: "$1,500.00 1044", "$123456789". */
const before = `(?<!${digit})(?:(?<!\\$\\s?[\\d,.]{0,15})|(?=${digits(3)}\\p{Pd}))`;

/** The year of a date may follow: "350 00 2026-12-15". */
const after = `(?!${digit})(?!(?<=\\s(?:19|20)\\d\\d)-\\d\\d-\\d\\d)`;

/** Five and four digits are a ZIP code, and nine after a decimal point a fraction. */
const numberLike = `${before}(?:${grouped('{0,3}')}|(?<!${digit}\\.)${digits(9)})${after}`;

const oneNumberLike = /* @__PURE__ */ new RegExp(numberLike, 'u');

const everyNumberLike = /* @__PURE__ */ new RegExp(numberLike, 'gu');

/** With separators between all three groups, which no other number has. */
const everyGrouped = /* @__PURE__ */ new RegExp(`${before}(?:${grouped('{1,3}')})${after}`, 'gu');

/**
 * Five and four digits count as an SSN unless a state precedes them; letters before them mark another kind of number.
 */
const redactable = (): RegExp => {
  const states = jurisdictions.flatMap(({ code, name }) => [code, name]).join('|');
  const fiveAndFour = `${digits(5)}[\\s\\p{Pd}\\u2212]${digits(4)}`;
  const number = `${numberLike}|${before}(?<!\\b(?:${states})[,.]?\\s+)${fiveAndFour}${after}`;
  return new RegExp(`(?<![\\p{L}_])(?:${number})`, 'gu');
};

let redacted: RegExp | undefined;

/** True if a text may contain a Social Security Number. */
export function containsSsn(text: string): boolean {
  return oneNumberLike.test(text.normalize('NFKC'));
}

/** Returns a text with `shown` for what may be an SSN; `grouped`: only for what can be nothing else. */
export function redactSsnInText(text: string, shown: string, { grouped = false } = {}): string {
  const plain = text.normalize('NFKC');
  const hidden = plain.replace(grouped ? everyGrouped : everyNumberLike, shown);
  // A text without an SSN is not normalized.
  return hidden === plain ? text : hidden;
}

/** Returns a text in which everything that may be an SSN is masked except for its last four digits. */
export function redactSsn(text: string): string {
  redacted ??= redactable();
  const plain = text.normalize('NFKC');
  const shown = plain.replace(redacted, (found) => maskSsn(found.slice(-4)));
  return shown === plain ? text : shown;
}
