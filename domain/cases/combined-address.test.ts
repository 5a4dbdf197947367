import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '#tests/support/calls/hostile.ts';
import type { CaseContext } from './case-conditions.ts';
import { duplicatesAddressParts } from './combined-address.ts';
import { patchSection } from './section-patch.ts';
import { fieldsOfSection } from './sections/case-sections.ts';

const fields = fieldsOfSection('cemetery');
const parts = {
  cemetery_address_street: '1500 North Oak Street, Ext.',
  cemetery_address_apt: 'Gate 2',
  cemetery_address_city: 'Valdosta',
  cemetery_address_state: 'GA',
  cemetery_address_zip: '31602',
  cemetery_address_country: 'USA',
};
const repeats = (values: Record<string, string>, name = 'cemetery_address') =>
  duplicatesAddressParts({ name }, fields, values);

describe('duplicatesAddressParts', () => {
  it.each([
    [
      'it is joined of them',
      { ...parts, cemetery_address: '1500 North Oak Street  Ext. Gate 2, Valdosta, GA, 31602, USA' },
    ],
    [
      'it leaves out the country',
      { ...parts, cemetery_address: '1500 North Oak Street Ext. Gate 2, Valdosta, GA, 31602' },
    ],
    ['nobody has written it', {}],
  ])('finds a duplicate where %s', (_, values) => {
    expect(repeats(values)).toBe(true);
  });

  it.each([
    ['it could not be told apart', { cemetery_address: 'Behind the old mill, ask for Mr. Delacroix' }],
    ['it says something else', { ...parts, cemetery_address: '12 Elm Street, Valdosta, GA, 31601' }],
  ])('finds no duplicate where %s', (_, values) => {
    expect(repeats(values)).toBe(false);
  });

  it('ignores any other field', () => {
    expect(repeats({}, 'cemetery_name')).toBe(false);
    expect(repeats({}, 'cemetery_address_street')).toBe(false);
  });
});

const context: CaseContext = { today: '2026-03-10', stage: 'draft' };
const whole = '77 Riverbend Way, Jacksonville, FL, 32207';
const split = {
  cemetery_address_street: '77 Riverbend Way',
  cemetery_address_city: 'Jacksonville',
  cemetery_address_state: 'FL',
  cemetery_address_zip: '32207',
  cemetery_address_country: 'USA',
};
const patched = (before: Record<string, unknown>, sent: Record<string, unknown>) =>
  patchSection('cemetery', { cemetery: before }, sent, context);

const texts = {
  cemetery_address: [whole, '1500 North Oak Street, Valdosta, GA, 31602, USA', 'Row 7, ask there', '!'],
  cemetery_address_street: ['77 Riverbend Way', '1500 North Oak Street'],
  cemetery_address_apt: ['Gate 2'],
  cemetery_address_city: ['Jacksonville', 'Valdosta'],
  cemetery_address_state: ['FL', 'GA'],
  cemetery_address_zip: ['32207', '31602'],
  cemetery_address_country: ['USA', 'CAN'],
};
const section = fc.record(
  Object.fromEntries(
    Object.entries(texts).map(([name, some]) => [
      name,
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...some) }, fc.constantFrom('', null), hostileText),
    ]),
  ),
  { requiredKeys: [] },
);

describe('withCemeteryAddress', () => {
  it('keeps the address whole and in parts', () => {
    const joined = { cemetery_address: whole, ...split };
    expect(patched({}, { cemetery_address: whole }).values).toEqual(joined);
    expect(patched(joined, { cemetery_address_city: 'Palatka' }).values.cemetery_address).toBe(
      '77 Riverbend Way, Palatka, FL, 32207, USA',
    );
    for (const before of [{}, joined])
      expect(patched(before, { cemetery_address: 'Row 7, FL' }).values).toEqual({ cemetery_address: 'Row 7, FL' });
  });

  it('keeps an address that cannot be parsed until its parts are cleared', () => {
    const vague = { cemetery_address: 'Row 7, ask there' };
    expect(patched(vague, { cemetery_address_country: 'USA', cemetery_address_apt: 'Gate 2' }).values).toEqual({
      ...vague,
      cemetery_address_country: 'USA',
      cemetery_address_apt: 'Gate 2',
    });
    const emptied = Object.fromEntries(Object.keys(split).map((name) => [name, '']));
    expect(patched({ ...split, cemetery_address: whole }, emptied).values).toEqual({});
  });

  it('prefers the parts of an address sent both ways', () => {
    const sent = { cemetery_address: 'Row 7, ask there', ...split };
    expect(patched({}, sent).values).toEqual({ ...split, cemetery_address: `${whole}, USA` });
  });

  it('takes the rest from the whole where the parts make no address', () => {
    const unit = patched({}, { cemetery_address: whole, cemetery_address_apt: 'Gate 2' });
    expect(unit.values).toEqual({
      ...split,
      cemetery_address_apt: 'Gate 2',
      cemetery_address: '77 Riverbend Way Gate 2, Jacksonville, FL, 32207, USA',
    });
    const vague = patched(split, { cemetery_address: 'Row 7, ask there', cemetery_address_country: 'CAN' });
    expect(vague.values).toEqual({ cemetery_address: 'Row 7, ask there', cemetery_address_country: 'CAN' });
  });

  it('rejects a part that is no country', () => {
    for (const cemetery_address of ['!', whole])
      expect(patched({}, { cemetery_address, cemetery_address_country: 'Atlantis' }).errors).toEqual({
        cemetery_address_country: ['Please select a valid country'],
      });
  });

  it('gives the same result when it is applied twice', () => {
    fc.assert(
      fc.property(section, section, (before, sent) => {
        // A state with a foreign address is dropped if it was stored, and rejected if not.
        fc.pre(!sent.cemetery_address_state || (sent.cemetery_address_country || 'USA') === 'USA');
        const there = patched({}, before);
        fc.pre(Object.keys(there.errors).length === 0);
        const first = patched(there.values, sent);
        fc.pre(Object.keys(first.errors).length === 0);
        const { values, errors } = patched(first.values, sent);
        expect([values, errors]).toEqual([first.values, {}]);
      }),
      { numRuns: 500 },
    );
  });
});
