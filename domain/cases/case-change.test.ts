import { expect, it } from 'vitest';
import { computeCaseChange } from './case-change.ts';
import { exampleCore } from './testing/example-case.ts';

it('makes a spouse sent with converted_to_customer the informant', () => {
  const ann = { relationship: 'spouse', first_name: 'Ann', last_name: 'Pruitt' };
  const made = (nextOfKin: object) =>
    Object.fromEntries(
      [...computeCaseChange({}, { next_of_kins: [nextOfKin] }, { today: '2026-03-10', stage: 'draft' }).sections].map(
        ([id, { values }]) => [id, values],
      ),
    );
  const documented = made({ ...ann, converted_to_customer: exampleCore.id });
  expect(documented).toMatchObject({
    informant: { informant: exampleCore.id, informant_name: 'Ann Pruitt', informant_relationship: 'spouse' },
    demographics: { marital_status: 'married' },
    family: { spouse_first_name: 'Ann', spouse_last_name: 'Pruitt' },
  });
  expect(documented).toEqual(made({ ...ann, existingCustomerId: exampleCore.id }));
});
