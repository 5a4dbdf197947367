import { describe, expect, it } from 'vitest';
import { withFurtherKin } from './attach-record.ts';
import { nextOfKins } from './primary-contact.ts';

const karin = { relationship: 'spouse', first_name: 'Karin', last_name: 'Lindqvist', phone: '9045550142' };
const ingrid = { relationship: 'sibling', first_name: 'Ingrid', last_name: 'Lindqvist', phone: '6125550119' };
const informant = { informant_name: 'Karin Lindqvist', customer_phone: '9045550142', next_of_kins: [karin] };

describe('withFurtherKin', () => {
  it('adds a person who is new to the case, without a customer', () => {
    expect(withFurtherKin(informant, [{ ...ingrid, existingCustomerId: 'customer' }])).toEqual({
      ...informant,
      next_of_kins: [karin, ingrid],
    });
  });

  it.each([
    ['the same name and phone', { ...karin, relationship: 'other', phone: '19045550142', email: 'k@example.com' }],
    ['the same name without a phone', { ...karin, phone: undefined }],
    ['no name', { phone: '6125550119' }],
  ])('adds no one with %s', (_, nextOfKin) => {
    expect(withFurtherKin(informant, [nextOfKin])).toBeUndefined();
  });

  it('adds the same name with another phone, and one person once', () => {
    const other = { ...karin, phone: '6125550119' };
    expect(withFurtherKin(informant, [other, other])?.next_of_kins).toEqual([karin, other]);
  });

  it("adds a son with his father's name and phone", () => {
    const father = { ...ingrid, first_name: 'Karl', relationship: 'spouse', email: 'sr@example.com' };
    const son = { ...father, relationship: 'son', email: 'jr@example.com' };
    const contact = {
      informant_name: 'Karl Lindqvist',
      informant_relationship: 'spouse',
      customer_phone: father.phone,
    };
    const inCase = { ...contact, next_of_kins: [father] };
    expect(withFurtherKin(inCase, [son, son])).toEqual({ ...inCase, next_of_kins: [father, son] });
    expect(withFurtherKin(inCase, [{ ...son, phone: undefined }])?.next_of_kins).toHaveLength(2);
    expect(nextOfKins(withFurtherKin(contact, [son]))).toContainEqual(son);
  });

  it('does not add the contact of a case without a list again', () => {
    const { next_of_kins: _, ...contact } = informant;
    expect(withFurtherKin(contact, [karin])).toBeUndefined();
  });

  it('makes the first person of a case the contact, and keeps what was entered', () => {
    expect(withFurtherKin({ informant_relationship: 'other' }, [ingrid])).toMatchObject({
      informant_name: 'Ingrid Lindqvist',
      informant_relationship: 'other',
      customer_phone: '6125550119',
      next_of_kins: [ingrid],
    });
    expect(withFurtherKin(undefined, [ingrid])).toMatchObject({ informant_name: 'Ingrid Lindqvist' });
  });
});
