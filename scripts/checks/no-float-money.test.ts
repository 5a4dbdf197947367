import { expect, it } from 'vitest';
import { floatsOfMoney, moneyReader } from './no-float-money.ts';

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

it('leaves the file that parses amounts', () => expect(floatsOfMoney(moneyReader, 'Number(cents) * 100')).toEqual([]));
