import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  deceasedFields,
  emptyCase,
  errorsOfNewCase,
  hasDraftContent,
  type InformantKind,
  missingToBeActive,
  shownOf,
} from './new-case-values.ts';

const today = '2026-03-10';
const home = '0193a000-0000-7000-8000-000000000001';
const customer = '0193a000-0000-7000-8000-000000000009';
const context = { today, stage: 'draft' } as const;
const whole = {
  ...{ ...emptyCase(home, ''), deceased_first_name: 'Walter', deceased_last_name: 'Pruitt', gender: 'male' },
  ...{ date_of_birth: '1940-02-03', date_of_death: '2026-03-01', location_of_death: 'Coastal Regional Hospital' },
  ...{ service_type: 'traditional', service_date: '2026-03-14', service_location: 'Chapel' },
  informant_relationship: 'daughter',
};
const contact = {
  ...{ customer_first_name: 'Carolyn', customer_last_name: 'Pruitt-Shaw', customer_phone: '(904) 555-0171' },
  ...{ customer_address_street: '18 Sevilla Street', customer_address_city: 'St. Augustine' },
  ...{ customer_address_state: 'FL', customer_address_zip: '32084' },
};
const errors = (values: object, kind: InformantKind, status: 'draft' | 'active') =>
  errorsOfNewCase({ ...whole, ...values }, kind, { status, today });

describe('values of a new case', () => {
  it('asks whether a one-letter name is complete, and sends the answer', () => {
    const ofOneLetter = { ...whole, ...contact, deceased_first_name: 'Ý', customer_last_name: 'O' };
    expect(Object.keys(errors(ofOneLetter, 'new', 'draft'))).toEqual(['deceased_first_name', 'customer_last_name']);
    const confirmed = { ...ofOneLetter, deceased_whole_name: true, customer_whole_name: true };
    expect(errors(confirmed, 'new', 'draft')).toEqual({});
    expect(bodyOf(confirmed, 'new', context)).toMatchObject({ deceased_whole_name: true, customer_whole_name: true });
    expect(shownOf(deceasedFields, ofOneLetter, today)).toContain('deceased_whole_name');
    expect(shownOf(deceasedFields, whole, today)).not.toContain('deceased_whole_name');
  });

  it('D2 §4 allows a draft with any meaningful value', () => {
    const worth = (values: object) =>
      hasDraftContent(bodyOf({ ...emptyCase(home, ''), ...values }, 'customer', context), today);
    expect(worth({})).toBe(false);
    for (const values of [
      { deceased_last_name: 'Pruitt' },
      { informant: customer },
      { social_security_number: '987-65-4320' },
    ])
      expect([values, worth(values)]).toEqual([values, true]);
  });

  it('lists gaps for an active case, but not for a draft', () => {
    const bare = emptyCase(home, '');
    expect(errorsOfNewCase(bare, 'customer', { status: 'draft', today })).toEqual({});
    expect(errorsOfNewCase(bare, 'customer', { status: 'active', today })).toMatchObject({
      deceased_first_name: ['First name is required'],
      service_location: ['Service location is required'],
      informant_relationship: ['Relationship is required'],
      informant: ['Informant name is required (or select an existing customer)'],
    });
    expect(missingToBeActive(bodyOf(bare, 'named', context), today)).toHaveLength(11);
  });

  it.each([
    ['customer', { informant: customer }],
    ['new', contact],
    ['named', { informant_name: 'Carolyn Pruitt-Shaw', informant_address: '18 Sevilla Street' }],
  ] as const)('allows an active case with an informant who is %s', (kind, values) => {
    expect(errors(values, kind, 'active')).toEqual({});
    expect(Object.keys(errors({}, kind, 'active')).length).toBeGreaterThan(0);
  });

  it('validates by the rules of the case, even a draft', () => {
    expect(errors({ date_of_death: '2026-03-11' }, 'named', 'draft')).toEqual({
      date_of_death: ['Date of death cannot be in the future'],
    });
    expect(errors({ ...contact, customer_address_city: '' }, 'new', 'draft')).toEqual({});
    expect(errors({ ...contact, customer_address_city: '' }, 'new', 'active')).toEqual({
      customer_address_city: ['Contact city is required'],
    });
    expect(Object.keys(errors({}, 'new', 'active'))).toEqual(['customer_first_name', 'customer_address_street']);
    expect(errors({ ...contact, customer_phone: '123' }, 'new', 'draft')).toEqual({
      customer_phone: ['Phone number must be 10 digits'],
    });
  });
});
