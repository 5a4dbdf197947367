import { expect, it } from 'vitest';
import { SetAside, ssnMask } from './sanitize-line.ts';

it('quotes no nine digits that may be a Social Security number', () => {
  const aside = new SetAside();
  aside.unread('Phone', '987654320', 'it is not a phone number');
  expect(aside.notes.join()).toContain(ssnMask);
  expect([...aside.notes, aside.withKept('', 500)].join()).not.toContain('987654320');
});

it('shortens notes between whole characters', () => {
  expect(new SetAside().withKept(`${'a'.repeat(9)}🕊`, 10)).toBe('a'.repeat(9));
});
