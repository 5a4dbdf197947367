import { expect, it } from 'vitest';
import { SentPlan } from './money-to-come.schema.ts';

it('refuses an installment of another century', () => {
  const taken = (due_on: string) => SentPlan.safeParse({ instalments: [{ due_on, amount: '50.00' }] }).success;
  expect(['0001-01-01', '1999-12-31', '2026-12-01', '2100-01-01', '9999-12-31'].map(taken)).toEqual([
    ...[false, false],
    true,
    ...[false, false],
  ]);
});
