import { expect, it } from 'vitest';
import { type CasePostings, customerRequest } from './case-postings.ts';

const customerFor = (informant: object, purchaser?: { name: string; address: string }) => {
  const stored = { core: { id: 'c', case_number: 'WA-2026-0027' }, sections: { informant: { values: informant } } };
  return customerRequest({
    stored,
    statement: purchaser && { content: { purchaser } },
    ledgerEntries: [],
  } as unknown as CasePostings).body;
};
const informant_name = 'Xóchitl Treviño Núñez';

it.each([
  ['from the contact', { customer_first_name: 'Xóchitl', customer_last_name: 'Treviño Núñez' }, 'Treviño Núñez'],
  ['from a next of kin', { next_of_kins: [{ first_name: 'Xóchitl', last_name: 'Treviño Núñez' }] }, 'Treviño Núñez'],
  ['from the name', { next_of_kins: [{ first_name: 'Rosa', last_name: 'Treviño Núñez' }] }, 'Núñez'],
])('uses the payer’s family name %s', (_, names, family) =>
  expect(customerFor({ informant_name, ...names }).FamilyName).toBe(family),
);

it('uses the Statement’s purchaser without the contact of a later informant', () => {
  const karen = { informant_name: 'Karen Smith', informant_address: '9 Cove Road, Palatka, FL 32177' };
  const reach = { customer_email: 'karen@example.com', customer_phone: '9045550199' };
  const john = { first_name: 'John', last_name: 'Miller', email: 'john@example.com' };
  const of = (name: string, next_of_kins: object[] = []) =>
    customerFor({ ...karen, ...reach, next_of_kins }, { name, address: '' });
  expect(of('Karen Smith').PrimaryEmailAddr).toEqual({ Address: 'karen@example.com' });
  expect(JSON.stringify(of('John Miller'))).not.toMatch(/karen|0199|Cove/i);
  expect(of('John Miller', [john]).PrimaryEmailAddr).toEqual({ Address: 'john@example.com' });
});
