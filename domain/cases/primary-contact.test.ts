import { describe, expect, it } from 'vitest';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type CaseInput, computeCaseChange } from './case-change.ts';
import type { SectionValues } from './case-validation.ts';
import { blankedContact, contactOfInformant, nextOfKins, withPrimaryContact } from './primary-contact.ts';
import { exampleCore } from './testing/example-case.ts';

const john = {
  ...{ relationship: 'spouse', first_name: 'John', last_name: 'Miller', email: 'john@example.com' },
  phone: '9045557401',
  ...{ address_street: '5 Oak St', city: 'Palatka', state: 'FL', zip_code: '32177' },
};
const bob = { relationship: 'son', first_name: 'Bob', last_name: 'Hart', phone: '9045550174' };
const karen = { relationship: 'daughter', first_name: 'Karen', last_name: 'Smith', email: 'karen@example.com' };
const asInformant: Values = {
  ...{ informant_name: 'John Miller', informant_relationship: 'spouse' },
  informant_address: '5 Oak St, Palatka, FL, 32177',
};
const asContact: Values = {
  ...{ customer_first_name: 'John', customer_last_name: 'Miller', informant_relationship: 'spouse' },
  ...{ customer_phone: '9045557401', customer_email: 'john@example.com' },
};
const asKin: Values = { ...withPrimaryContact({}, { next_of_kins: [john] }) };
const renamed: Values = { informant_name: 'Karen Smith', informant_relationship: 'daughter' };

describe('withPrimaryContact', () => {
  it.each<[string, Values, Values]>([
    ['an informant, by a new name', asInformant, renamed],
    [
      'an informant, by a name and the same relationship',
      asInformant,
      { ...renamed, informant_relationship: 'spouse' },
    ],
    ['an informant, by a name only', asInformant, { informant_name: 'Karen Smith' }],
    ['an informant, by no name', asInformant, { informant_name: '' }],
    ['a contact, by the name of an informant', asContact, renamed],
    ['a contact, by another name', asContact, { customer_first_name: 'Karen', customer_last_name: 'Smith' }],
    ['a contact, by no name', asContact, { customer_first_name: '', customer_last_name: '' }],
    ['a next of kin, by the name of an informant', asKin, renamed],
    ['a next of kin, by another first one', asKin, { next_of_kins: [karen] }],
    ['a next of kin, by none', asKin, { next_of_kins: [] }],
  ])('clears everything of %s', (_, before, sent) => {
    const whole: Values = { ...before, ...withPrimaryContact(before, sent) };
    const { next_of_kins: _kin, ...after } = whole;
    const relationship = 'informant_relationship' in sent ? sent.informant_relationship : undefined;
    expect(JSON.stringify(after)).not.toMatch(/John|Miller|Oak|Palatka|32177|7401/);
    expect([undefined, '', 'daughter', relationship]).toContain(after.informant_relationship);
    expect(contactOfInformant(whole).phone).toBe('');
  });

  it.each<[string, Values, Values, Values]>([
    ['an informant', asInformant, { informant_name: 'John Millar' }, {}],
    ['an informant beside their entry', asKin, { informant_name: 'John Millar' }, { customer_last_name: 'Millar' }],
    [
      ...(['a contact', { ...asContact, informant_name: 'John R. Miller' }] as const),
      ...([{ customer_last_name: 'Millar' }, { informant_name: 'John R. Millar' }] as const),
    ],
  ])('keeps the address, phone and email of %s whose last name is corrected', (_, before, sent, follows) => {
    expect(withPrimaryContact(before, sent)).toEqual({ ...sent, ...follows });
  });

  it('takes a corrected name with another relationship for another person', () => {
    const sent = { informant_name: 'John Millar', informant_relationship: 'son' };
    expect(withPrimaryContact(asInformant, sent).informant_address).toBe('');
  });

  it('keeps an informant of one word when a first next of kin is added', () => {
    const before = { ...asInformant, informant_name: 'John' };
    expect(withPrimaryContact(before, { next_of_kins: [karen] })).toEqual({ next_of_kins: [karen] });
  });

  it.each<[string, Values, Values]>([
    ['a contact', asContact, { informant_name: 'John Miller', phone: '9045557401', email: 'john@example.com' }],
    ['an informant', asInformant, { informant_name: 'John Miller', phone: undefined, email: undefined }],
  ])('puts %s entered by name before the next of kin who is added', (_, before, expected) => {
    const { informant_name, ...reach } = expected;
    const after: Values = { ...before, ...withPrimaryContact(before, { next_of_kins: [bob] }) };
    const [first] = nextOfKins(after);
    expect(after.next_of_kins).toMatchObject([
      { relationship: 'spouse', first_name: 'John', last_name: 'Miller' },
      { first_name: 'Bob' },
    ]);
    expect({ phone: first?.phone, email: first?.email }).toEqual(reach);
    expect(after).toMatchObject({ informant_name, informant_relationship: 'spouse' });
    expect(after.informant_address).toBe(before.informant_address);
  });

  it.each<[string, Values, Values]>([
    ['is added as the next of kin', asContact, { next_of_kins: [john] }],
    ['is named as the informant', asContact, { informant_name: 'John Miller' }],
    ['gets a phone number', asKin, { next_of_kins: [{ ...john, phone: '9045557402' }] }],
    ['is named with accents', asInformant, { informant_name: 'Jóhn Miller' }],
    ['is first in a list that grows', asKin, { next_of_kins: [john, bob] }],
  ])('keeps the contact for a patch that %s', (_, before, sent) => {
    const after: Values = { ...before, ...withPrimaryContact(before, sent) };
    const name = after.informant_name ?? `${after.customer_first_name} ${after.customer_last_name}`;
    expect(name).toMatch(/^J[oó]hn Miller$/);
    expect(after.informant_relationship).toBe('spouse');
    for (const field of ['customer_email', 'informant_address'])
      if (field in before) expect(after[field]).toBe(before[field]);
  });

  it("treats a son with his father's name as another person", () => {
    const father = { ...asContact, informant_relationship: 'parent' };
    const son = { relationship: 'son', first_name: 'John', last_name: 'Miller', phone: '9045557409' };
    expect(withPrimaryContact(father, { next_of_kins: [son] }).next_of_kins).toHaveLength(2);
    const before = withPrimaryContact({}, { next_of_kins: [{ ...john, relationship: 'parent' }] });
    expect(withPrimaryContact(before, { next_of_kins: [son] })).toMatchObject({
      ...{ informant_relationship: 'son', customer_phone: '9045557409', customer_email: '', informant_address: '' },
    });
  });

  it('takes a mere relationship for a correction unless a namesake has it', () => {
    const sent = { informant_relationship: 'son' };
    expect(withPrimaryContact(asContact, sent)).toEqual(sent);
    expect(withPrimaryContact(asKin, sent)).toEqual(sent);
    const son = { relationship: 'son', first_name: 'John', last_name: 'Miller', phone: '9045557409' };
    const both = { ...asKin, next_of_kins: [john, son] };
    expect(withPrimaryContact(both, sent)).toMatchObject({
      ...{ informant_relationship: 'son', customer_phone: '9045557409', customer_email: '', informant_address: '' },
    });
  });

  it('keeps another informant when the first next of kin is corrected', () => {
    const before = { ...asKin, ...withPrimaryContact(asKin, { ...renamed, customer_phone: '9045550199' }) };
    const after = { ...before, ...withPrimaryContact(before, { next_of_kins: [{ ...john, phone: '9045557402' }] }) };
    expect(after).toMatchObject({ informant_name: 'Karen Smith', customer_phone: '9045550199' });
  });
});

describe('blankedContact', () => {
  const sent = { informant_name: 'Joan Miller' };
  const after: Values = { ...asKin, ...withPrimaryContact(asKin, sent) };

  it('returns the contact details that a new name blanked, and no name', () => {
    const { informant_name: _, customer_first_name, customer_last_name, next_of_kins, ...contact } = asKin;
    const filled = Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== ''));
    expect(filled).toMatchObject({ customer_phone: '9045557401', informant_address: '5 Oak St, Palatka, FL, 32177' });
    expect(blankedContact(asKin, after, sent)).toEqual(filled);
    expect(withPrimaryContact(after, filled)).toEqual(filled);
  });

  it('returns nothing if the field was sent or the name stayed', () => {
    expect(blankedContact(asKin, after, { ...sent, customer_phone: '' })).not.toHaveProperty('customer_phone');
    expect(blankedContact(asInformant, { ...asInformant, informant_address: '' }, {})).toEqual({});
    expect(blankedContact(asKin, after, { next_of_kins: [] })).toEqual({});
  });
});

describe('computeCaseChange', () => {
  const change = (known: SectionValues, sent: CaseInput) => {
    const { sections, errors } = computeCaseChange(known, sent, { today: '2026-03-10', stage: 'draft' });
    return { errors, family: sections.get('family')?.values, demographics: sections.get('demographics')?.values };
  };
  const known = {
    informant: { next_of_kins: [{ ...john, first_name: 'Jon' }] },
    demographics: { marital_status: 'married' },
    family: { spouse_first_name: 'Jon', spouse_last_name: 'Miller' },
  };

  it('corrects the spouse of the family with the next of kin', () => {
    expect(change(known, { next_of_kins: [john] }).family).toMatchObject({ spouse_first_name: 'John' });
    const behind = { ...known, informant: { next_of_kins: [bob, ...known.informant.next_of_kins] } };
    expect(change(behind, { next_of_kins: [bob, john] }).family).toMatchObject({ spouse_first_name: 'John' });
  });

  it('keeps a spouse of the family with another name', () => {
    for (const family of [{ ...known.family, spouse_first_name: 'Jonathan' }, {}])
      expect(change({ ...known, family }, { next_of_kins: [john] }).family).toBeUndefined();
  });

  it.each(['divorced', 'single', 'widowed'])('accepts a spouse as next of kin of a %s person', (marital_status) => {
    const { errors, family, demographics } = change({}, { marital_status, next_of_kins: [john] });
    expect([errors, family, demographics]).toEqual([{}, undefined, { marital_status }]);
  });

  it('makes a spouse with converted_to_customer the informant (D2 §4)', () => {
    const made = (nextOfKin: object) => {
      const { sections } = computeCaseChange(
        {},
        { next_of_kins: [nextOfKin] },
        { today: '2026-03-10', stage: 'draft' },
      );
      return Object.fromEntries([...sections].map(([id, { values }]) => [id, values]));
    };
    const documented = made({ ...john, converted_to_customer: exampleCore.id });
    expect(documented).toMatchObject({
      informant: { informant: exampleCore.id, informant_name: 'John Miller', informant_relationship: 'spouse' },
      demographics: { marital_status: 'married' },
      family: { spouse_first_name: 'John', spouse_last_name: 'Miller' },
    });
    expect(documented).toEqual(made({ ...john, existingCustomerId: exampleCore.id }));
    const sent = { marital_status: 'separated', spouse_first_name: 'Anna', next_of_kins: [john] };
    const kept = { demographics: { marital_status: 'separated' }, family: { spouse_first_name: 'Anna' } };
    expect(change({}, sent)).toMatchObject(kept);
  });
});
