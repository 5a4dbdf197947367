import { describe, expect, it } from 'vitest';
import { computeCaseChange } from '#domain/cases/case-change.ts';
import { firstCallErrors } from '#domain/first-calls/first-call.rules.ts';

const context = { today: '2026-03-10', stage: 'active' } as const;
/** A customer created from a Canadian report: no state, and a country that a record does not store. */
const abroad = {
  ...{ relationship: 'friend', first_name: 'Q', last_name: 'Territory', phone: '+525512345678' },
  ...{ address_street: '1 A', city: 'Ottawa', zip_code: 'K1A 0B1' },
};
const known = { ...abroad, existingCustomerId: '0190a000-0000-7000-8000-000000000201' };
const errorsOfCase = (nextOfKin: object) =>
  Object.keys(computeCaseChange({}, { next_of_kins: [nextOfKin] }, context).errors);
const errorsOfSheet = ({ address_street: address, ...nextOfKin }: typeof abroad & { existingCustomerId?: string }) =>
  Object.keys(firstCallErrors({ next_of_kins: [{ ...nextOfKin, address }] }, { ...context, stage: 'draft' }));

describe('B1 a customer that a report created', () => {
  it('serves as the informant of another case, with an initial and an address abroad', () => {
    expect(errorsOfCase(known)).toEqual([]);
    expect(computeCaseChange({}, { next_of_kins: [known] }, context).sections.get('informant')?.values).toMatchObject({
      ...{ informant: known.existingCustomerId, informant_name: 'Q Territory', customer_phone: '+525512345678' },
      ...{ customer_first_name: 'Q', customer_address_zip: 'K1A 0B1' },
    });
  });

  it('serves as the next of kin of a first call', () => expect(errorsOfSheet(known)).toEqual([]));

  it('names the values that no record accepts', () => {
    expect(errorsOfCase({ ...known, first_name: 'Q1' })).toEqual(['next_of_kins.0.first_name']);
    expect(errorsOfCase({ ...known, zip_code: 'K1A 0B1', state: 'FL' })).toEqual(['next_of_kins.0.zip_code']);
    expect(errorsOfSheet({ ...known, city: 'x'.repeat(101) })).toEqual(['next_of_kins.0.city']);
  });

  it('requires the full rules of everyone who is not a customer', () => {
    const asked = ['first_name', 'address_street', 'state', 'zip_code'].map((name) => `next_of_kins.0.${name}`);
    expect(errorsOfCase({ ...abroad, isCreatingNew: true })).toEqual(asked);
    expect(errorsOfSheet(abroad)).toEqual(
      ['first_name', 'address', 'zip_code'].map((name) => `next_of_kins.0.${name}`),
    );
  });
});
