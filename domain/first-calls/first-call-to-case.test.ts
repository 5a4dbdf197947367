import { expect, it } from 'vitest';
import { firstCallErrors } from './first-call.rules.ts';
import { firstCallToCaseSections } from './first-call-to-case.ts';

it('rejects a call in the future, and an arrival of a mistyped year', () => {
  const values = { call_received_at: '2026-11-29T08:00', removal_expected_at: '9999-12-31T23:59' };
  expect(firstCallErrors(values, { today: '2026-11-28', stage: 'draft' })).toMatchObject({
    call_received_at: ['Call received cannot be in the future'],
    removal_expected_at: ['Expected arrival cannot be more than 10 years in the future'],
  });
});

it('names a spouse among the next of kin of a first call in the family section', () => {
  const caller = { relationship: 'son', first_name: 'Erik', last_name: 'Poe', phone: '6125550117' };
  const spouse = { relationship: 'spouse', first_name: 'Ann', last_name: 'Poe' };
  const of = (next_of_kins: Record<string, unknown>[]) => firstCallToCaseSections({ form: {}, next_of_kins });
  expect(of([caller, spouse])).toMatchObject({
    demographics: { marital_status: 'married' },
    family: { spouse_first_name: 'Ann', spouse_last_name: 'Poe' },
  });
  expect(of([caller])).not.toHaveProperty('family');
});
