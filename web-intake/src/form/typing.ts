import { formatPhone } from '#domain/shared/values/phone.ts';
import { formatSsn } from '#domain/shared/values/ssn.ts';

/** How a kind of field is grouped while it is typed. */
export const groupings: Partial<Record<string, (typed: string) => string>> = { ssn: formatSsn, phone: formatPhone };

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** Rewrites an input's text as `format` groups it and leaves the caret behind the same digit. */
export const regroup = (input: HTMLInputElement, format: (typed: string) => string): void => {
  const typed = input.value;
  const grouped = format(typed);
  if (grouped === typed) return;
  const before = digitsIn(typed.slice(0, input.selectionStart ?? typed.length));
  input.value = grouped;
  let caret = 0;
  for (let digits = 0; digits < before && caret < grouped.length; caret++) {
    if (/\d/.test(grouped.charAt(caret))) digits++;
  }
  input.setSelectionRange(caret, caret);
};
