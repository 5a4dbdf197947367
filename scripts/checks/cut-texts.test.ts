import { expect, it } from 'vitest';
import { cutTexts, textCutter } from './cut-texts.ts';

it.each([
  'name.slice(0, longestName)',
  "(value ?? '').slice(0, longest)",
  'title.substring(0, messages.titleLimit)',
  'clean.slice(0, nameLimit - ending.length)',
  'fold(name).slice(0, 120)',
])('finds %s', (code) =>
  expect(cutTexts('domain/x.ts', `\nconst x = ${code};`)).toEqual([
    'domain/x.ts:2 cuts a text: use cut of domain/shared/values/text.ts',
  ]),
);

it.each([
  'cut(name, longestName)',
  'day.slice(0, 10)',
  'name.slice(0, at)',
  'rows.slice(0, limit)',
  '[...letters].slice(0, longest)',
  "hash.digest('hex').slice(0, 40)",
])('leaves %s', (code) => expect(cutTexts('domain/x.ts', `const x = ${code};`)).toEqual([]));

it('leaves the function that cuts texts', () => expect(cutTexts(textCutter, 'text.slice(0, limit)')).toEqual([]));
