import { displayValue } from '#domain/shared/forms/display.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { jurisdictions } from '#domain/shared/values/us-state.ts';

type Kind = Pick<FormField, 'kind' | 'options'>;

/** Kinds whose digits are no number: DocuSeal would turn the ZIP code 02134 into 2134. */
const noQuantity = new Set<FormField['kind']>(['zip', 'phone', 'date', 'time', 'datetime', 'ssn', 'reference']);
const numeral = /^(0|[1-9]\d{0,14})(\.\d{1,4})?$/;

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Returns the option with the same text or code, or with a unique first letter. */
const optionFor = ({ kind, options }: Kind, value: unknown, offered: readonly string[]): string => {
  const word = displayValue({ kind, options }, value);
  const state = kind === 'state' ? jurisdictions.find(({ code }) => code === value)?.name : undefined;
  const words = [word, String(value), ...(state ? [state] : [])];
  const equal = offered.find((label) => words.some((word) => same(word, label)));
  if (equal !== undefined) return equal;
  const begins = (label: string): boolean => same(label.trim().slice(0, 1), word.slice(0, 1));
  const meant = options?.map(({ label }) => label) ?? (typeof value === 'boolean' ? ['Yes', 'No'] : []);
  const isCode = (label: string): boolean => label.trim().length === 1;
  const isClear = isCode(word) || meant.filter(begins).length === 1;
  const [only, ...others] = offered.filter((label) => begins(label) && (isCode(word) || isCode(label)));
  return isClear && only !== undefined && others.length === 0 ? only : '';
};

/**
 * Returns a stored value as a DocuSeal field of this type accepts it: a number as "180", money as "7450.50", a date as
 * YYYY-MM-DD, a choice as one of its options, else as text; '' if it does not fit.
 */
export const valueForType = (
  as: Kind,
  value: unknown,
  { type, options = [] }: { type: string; options?: readonly string[] | undefined },
): string => {
  if (type === 'date') return as.kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : '';
  if (type === 'number') {
    if (noQuantity.has(as.kind) || !numeral.test(String(value))) return '';
    return as.kind === 'money' ? toDecimal(parseMoney(String(value)) ?? 0) : String(Number(value));
  }
  if (type === 'radio' || type === 'select') return optionFor(as, value, options);
  return type === 'phone' && as.kind !== 'phone' ? '' : displayValue(as, value);
};
