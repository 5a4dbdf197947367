import { maskSsn } from './ssn.ts';

/**
 * Nine digits that could be a number, in the ways people write and paste them: in any script, with any dash or space, also
 * two of them. Five and four of them are a ZIP code.
 */
const numberLike =
  /(?<!\p{Nd})\p{Nd}{3}(?:[\s\p{Pd}\u2212./]{1,3}\p{Nd}{2}[\s\p{Pd}\u2212./]{0,3}|\p{Nd}{2})\p{Nd}{4}(?!\p{Nd})/u;
const everyNumberLike = /* @__PURE__ */ new RegExp(numberLike, 'gu');
/** The same with something between all three groups: nothing else has nine digits so. */
const everyGrouped = /(?<!\p{Nd})\p{Nd}{3}[\s\p{Pd}\u2212./]{1,3}\p{Nd}{2}[\s\p{Pd}\u2212./]{1,3}\p{Nd}{4}(?!\p{Nd})/gu;
/** On paper a ZIP code is taken for one rather than a number for a ZIP code; what follows letters is of another kind. */
const redacted = /* @__PURE__ */ new RegExp(
  `(?<![\\p{L}_])(?:${numberLike.source}|(?<!\\p{Nd})\\p{Nd}{5}[\\s\\p{Pd}\\u2212]\\p{Nd}{4}(?!\\p{Nd}))`,
  'gu',
);

/** Whether something in a text could be a Social Security Number. */
export function holdsSsn(text: string): boolean {
  return numberLike.test(text.normalize('NFKC'));
}

/** A text with `shown` in the place of everything that could be a number; `grouped`: only of what nothing else could be. */
export function withoutSsn(text: string, shown: string, { grouped = false } = {}): string {
  const plain = text.normalize('NFKC');
  const hidden = plain.replace(grouped ? everyGrouped : everyNumberLike, shown);
  // What holds none stays as it was written.
  return hidden === plain ? text : hidden;
}

/** A text in which everything that may be a number in clear shows its last four digits alone. */
export function redactSsn(text: string): string {
  const plain = text.normalize('NFKC');
  const shown = plain.replace(redacted, (found) => maskSsn(found.slice(-4)));
  return shown === plain ? text : shown;
}
