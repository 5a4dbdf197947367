import { expect, it } from 'vitest';
import { type CaseBookings, customerRequest } from './case-bookings.ts';

const booked = (informant: object) => {
  const stored = { core: { id: 'c', case_number: 'WA-2026-0027' }, sections: { informant: { values: informant } } };
  return customerRequest({ stored, statement: undefined, ledgerEntries: [] } as unknown as CaseBookings).body;
};
const informant_name = 'Xóchitl Treviño Núñez';

it.each([
  ['of the contact', { customer_first_name: 'Xóchitl', customer_last_name: 'Treviño Núñez' }, 'Treviño Núñez'],
  ['of a next of kin', { next_of_kins: [{ first_name: 'Xóchitl', last_name: 'Treviño Núñez' }] }, 'Treviño Núñez'],
  ['read from the name', { next_of_kins: [{ first_name: 'Rosa', last_name: 'Treviño Núñez' }] }, 'Núñez'],
])('books whoever pays under the family name %s', (_, names, family) =>
  expect(booked({ informant_name, ...names }).FamilyName).toBe(family),
);

it('books a firm as it stands', () =>
  expect(booked({ informant_name: 'St. Johns County' }).DisplayName).toBe('St. Johns County (WA-2026-0027)'));
