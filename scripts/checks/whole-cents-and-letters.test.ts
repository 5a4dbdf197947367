import { describe, expect, it } from 'vitest';
import { cutTexts, floatsOfMoney, moneyReader, textCutter } from './whole-cents-and-letters.ts';

describe('floatsOfMoney', () => {
  it.each([
    ['parseFloat(text)', 'parseFloat: read amounts with parseMoney'],
    ['Number.parseFloat(text)', 'parseFloat: read amounts with parseMoney'],
    ['Number(payment.amount)', 'Number of an amount: read it with parseMoney'],
    ['+entry.price', '+ of an amount: read it with parseMoney'],
    ['total.toFixed(2)', 'toFixed of an amount: write it with toDecimal'],
    ['amount_cents / 100', 'an amount times or by a hundred: cents stay cents'],
    ['100 * balance', 'an amount times or by a hundred: cents stay cents'],
  ])('finds %s', (code, what) =>
    expect(floatsOfMoney('domain/x.ts', `\nconst x = ${code};`)).toEqual([`domain/x.ts:2 ${what}`]),
  );

  it.each([
    'Number(page)',
    'Number(total_count)',
    'seconds / 100',
    'amount_cents + 100',
    'parseMoney(amount)',
    'ratio.toFixed(1)',
  ])('leaves %s', (code) => expect(floatsOfMoney('domain/x.ts', `const x = ${code};`)).toEqual([]));

  it('leaves the file that parses amounts', () =>
    expect(floatsOfMoney(moneyReader, 'Number(cents) * 100')).toEqual([]));
});

describe('cutTexts', () => {
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
});
