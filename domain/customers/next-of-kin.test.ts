import { describe, expect, it } from 'vitest';
import { customerFieldNames } from './customer.fields.ts';
import { contactToNextOfKin, customerToNextOfKin, nextOfKinToCustomer } from './next-of-kin.ts';

const fields = {
  ...{ first_name: 'Astrid', middle_name: 'Elise', last_name: 'Lindqvist', phone: '9045550142' },
  ...{ email: 'astrid@example.com', address: '118 Marine Street', apt_house_number: '2B', city: 'St. Augustine' },
  ...{ state: 'FL', zip_code: '32084', county: 'St. Johns', language: '', notes: 'Calls after six.' },
};

describe('next of kin and customers', () => {
  it('converts between next of kin and customer without loss', () => {
    const nextOfKin = customerToNextOfKin({ id: 'c1', ...fields }, 'daughter');
    expect(nextOfKin).toEqual({
      ...{ relationship: 'daughter', first_name: 'Astrid', middle_name: 'Elise', last_name: 'Lindqvist' },
      ...{ phone: '9045550142', email: 'astrid@example.com', address_street: '118 Marine Street', address_apt: '2B' },
      ...{ city: 'St. Augustine', state: 'FL', zip_code: '32084', county: 'St. Johns', existingCustomerId: 'c1' },
      address: '118 Marine Street 2B, St. Augustine, FL, 32084',
    });
    expect(nextOfKinToCustomer({ ...nextOfKin, notes: fields.notes })).toEqual(fields);
    expect(Object.keys(nextOfKinToCustomer({})).sort()).toEqual([...customerFieldNames].sort());
  });

  it('leaves unknown fields blank, and phone and email null', () => {
    expect(nextOfKinToCustomer({ first_name: ' Ann ', phone: '' })).toMatchObject({
      ...{ first_name: 'Ann', last_name: '', phone: null, email: null, address: '' },
    });
  });

  it('converts the contact fields to a next of kin, who is complete as a customer', () => {
    const contact = {
      ...{ informant_relationship: 'son', customer_first_name: 'Carl', customer_last_name: 'Pruitt' },
      ...{ customer_address_street: '1 Bay Street', customer_address_apt: '4', customer_address_city: 'Palatka' },
      ...{ customer_address_state: 'FL', customer_address_zip: '32177', customer_address_county: 'Putnam' },
      customer_address_country: 'USA',
    };
    expect(contactToNextOfKin(contact)).toEqual({
      ...{ relationship: 'son', first_name: 'Carl', last_name: 'Pruitt', address_street: '1 Bay Street' },
      ...{ address_apt: '4', city: 'Palatka', state: 'FL', zip_code: '32177', county: 'Putnam' },
      ...{ address_country: 'USA', isCreatingNew: true },
    });
    for (const name of ['informant_relationship', 'customer_last_name', 'customer_address_street'])
      expect(contactToNextOfKin({ ...contact, [name]: '' })).toBeUndefined();
    const reached = { ...contact, customer_address_zip: '', customer_phone: '9045550173' };
    expect(contactToNextOfKin(reached)).toMatchObject({ first_name: 'Carl', phone: '9045550173' });
    expect(contactToNextOfKin(reached)).not.toHaveProperty('isCreatingNew');
  });
});
