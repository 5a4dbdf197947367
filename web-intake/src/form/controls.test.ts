// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { formatSsn } from '#domain/shared/values/ssn.ts';
import { regroup } from './controls.tsx';

/** Types with the caret at `|`, and returns the text with the final caret. */
const typed = (text: string, format: (typed: string) => string): string => {
  const input = document.createElement('input');
  const caret = text.indexOf('|');
  input.value = text.replace('|', '');
  input.setSelectionRange(caret, caret);
  regroup(input, format);
  const at = input.selectionStart ?? -1;
  return `${input.value.slice(0, at)}|${input.value.slice(at)}`;
};

describe('regroup', () => {
  it.each([
    ['1234|', '123-4|'],
    ['987654320|', '987-65-4320|'],
    ['987 65 4320|', '987-65-4320|'],
    ['91|87-65-432', '91|8-76-5432'],
    ['12345x|', '123-45|'],
  ])('formats an SSN %s as %s', (before, after) => expect(typed(before, formatSsn)).toBe(after));

  it.each([
    ['9045|', '(904) 5|'],
    ['9045550142|', '(904) 555-0142|'],
    ['(904) 55|50142', '(904) 55|5-0142'],
    ['(904) |', '904|'],
  ])('formats a phone number %s as %s', (before, after) => expect(typed(before, formatPhone)).toBe(after));
});
