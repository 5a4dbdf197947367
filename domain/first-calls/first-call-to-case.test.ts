import { expect, it } from 'vitest';
import { firstCallToCaseSections } from './first-call-to-case.ts';

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
