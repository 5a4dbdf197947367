import { describe, expect, it } from 'vitest';
import type { Values } from '#domain/shared/forms/rules.ts';
import { informantLeft, informantRemoved } from './informant-of-report.ts';

const john: Values = {
  ...{ informant_first_name: 'John', informant_middle_name: 'Robert', informant_last_name: 'Miller' },
  ...{ informant_relationship: 'spouse', informant_phone: '3865557401', informant_email: 'john@example.com' },
  ...{ informant_address: '5 Oak St', informant_city: 'Palatka', informant_country: 'USA', alias: 'Hal' },
};
const contact = ['phone', 'email', 'address', 'address_apt', 'city', 'state', 'zip', 'country'];
const named = (...names: string[]) => names.map((name) => `informant_${name}`).toSorted();
const left = (patch: Values, before = john) => Object.keys(informantLeft(before, patch)).toSorted();
const karen = { informant_first_name: 'Karen', informant_last_name: 'Smith' };

describe('informantLeft', () => {
  it.each<[string, Values, string[]]>([
    ['another name', karen, ['middle_name', 'relationship', ...contact]],
    ['a first name only', { informant_first_name: 'Joan' }, ['middle_name', 'relationship', ...contact]],
    [
      ...(['another name and the former relationship'] as const),
      ...([{ ...karen, informant_relationship: 'spouse' }, ['middle_name', ...contact]] as [Values, string[]]),
    ],
    [
      ...(['a corrected last name and another relationship'] as const),
      ...([{ informant_last_name: 'Millar', informant_relationship: 'son' }, ['middle_name', ...contact]] as [
        Values,
        string[],
      ]),
    ],
  ])('leaves the contact of the former person to %s', (_, patch, expected) => {
    expect(left(patch)).toEqual(named(...expected));
  });

  it('takes what is sent with the name, except the former values', () => {
    const sent = { ...john, ...karen, informant_phone: '(386) 555-7401', informant_email: 'karen@example.com' };
    expect(left(sent)).toEqual(named('middle_name', ...contact.filter((name) => name !== 'email')));
  });

  it.each<[string, Values]>([
    ['a last name is corrected', { informant_last_name: 'Millar' }],
    ['a middle name is given', { informant_middle_name: 'Edward' }],
    ['the middle name is written with the first', { informant_first_name: 'John Robert', informant_middle_name: '' }],
    ['the spelling has accents', { informant_first_name: 'Jóhn' }],
    ['the relationship is corrected', { informant_relationship: 'son' }],
    ['nothing about the informant is sent', { alias: 'Karen Smith' }],
  ])('leaves nothing if %s', (_, patch) => {
    expect(left(patch)).toEqual([]);
  });

  it('leaves nothing of an informant without a name', () => {
    expect(left(karen, { informant_phone: '3865557401' })).toEqual([]);
  });
});

describe('informantRemoved', () => {
  it('returns the former values, which bring the contact back', () => {
    const after = { ...john, ...karen, ...informantLeft(john, karen) };
    const removed = informantRemoved(john, after, karen);
    const { informant_first_name: _first, informant_last_name: _last, alias: _alias, ...contact } = john;
    expect(removed).toEqual(contact);
    expect(informantLeft(after, removed)).toEqual({});
  });
});
