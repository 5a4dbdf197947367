/** QuickBooks takes so many characters of a number. */
const limit = 21;

/**
 * A number of ours as QuickBooks takes it: one that is too long loses its hyphens from the left until it fits
 * (`LONGPREFIX-R-2026-0007` is `LONGPREFIXR-2026-0007`). No two numbers become one, as prefixes have no hyphens.
 */
export function quickBooksDocNumber(number: string): string {
  let short = number;
  while (short.length > limit && short.includes('-')) short = short.replace('-', '');
  return short.slice(-limit);
}

/** A number as it was sent before: of a long one its end. What was sent so keeps it. */
export const formerNumberThere = (number: string): string => number.slice(-limit);

/** The numbers that a record of ours may have there. */
export const numbersThere = (number: string): string[] => [
  ...new Set([quickBooksDocNumber(number), formerNumberThere(number)]),
];
