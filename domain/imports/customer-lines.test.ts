import { describe, expect, it } from 'vitest';
import type { ColumnName } from './column-names.ts';
import { readCustomerLine } from './customer-lines.ts';
import { Acquaintances, judgeLine } from './judge-lines.ts';
import { hiddenNumber, importedDay, withoutNumbers } from './line-values.ts';

const rules = { today: '2026-11-23', territories: false };
const read = (line: Partial<Record<ColumnName, string>>, over = rules) => {
  const filled = { first_name: 'Ada', last_name: 'Brannock', ...line };
  return readCustomerLine(Object.keys(filled) as ColumnName[], Object.values(filled), over);
};

describe('a line of a file of customers', () => {
  it('is read as spreadsheets write it', () => {
    const { fields, faults } = read({ state: ' georgia ', zip_code: '320841234', phone: '+1 904.555.0100' });
    expect(faults).toEqual([]);
    expect(fields).toMatchObject({ state: 'GA', zip_code: '32084-1234', phone: '19045550100' });
    expect(read({ zip_code: '501' }).fields.zip_code).toBe('00501');
  });

  it.each([
    ['2019-03-04', '2019-03-04'],
    ['2019-3-4 10:00', '2019-03-04'],
    ['3/4/2019', '2019-03-04'],
    ['03-04-2019 12:00 AM', '2019-03-04'],
    ['31/12/2019', undefined],
    ['43528', undefined],
  ])('says a day: %s', (text, day) => {
    expect(importedDay(text)).toBe(day);
  });

  it.each([
    [{ first_name: ' ' }, 'First name is required'],
    [{ created_at: '2027-01-01' }, 'The created date is in the future'],
    [{ created_at: '1700-01-01' }, 'The created date is before 1850'],
    [{ state: 'PR' }, 'Please select a valid US state'],
    [{ zip_code: '12' }, 'ZIP code must be in format 12345 or 12345-6789'],
  ] as const)('is refused in words: %o', (line, why) => {
    expect(read(line).faults).toContain(why);
  });

  it('may name a territory where the home works with them', () => {
    expect(read({ state: 'PR' }, { ...rules, territories: true }).faults).toEqual([]);
  });

  it('S-01 keeps nothing that looks like a Social Security number', () => {
    const { faults, values } = read({ notes: 'SSN 987-65-4321, was 987 65 4321 or 987654321' });
    expect(values[2]).toBe(`SSN ${hiddenNumber}, was ${hiddenNumber} or ${hiddenNumber}`);
    expect(faults[0]).toContain('Social Security number');
    expect(withoutNumbers('zip_code', '320841234')).toBe('320841234');
    expect(withoutNumbers('phone', '987-65-4321')).toBe(hiddenNumber);
    for (const number of ['987–65–4321', '987.65.4321', '987 - 65 - 4321', '９８７６５４３２１'])
      expect(read({ notes: `His is ${number}` }).values[2]).toBe(`His is ${hiddenNumber}`);
  });
});

describe('who a line is', () => {
  const person = (changes: object = {}) => ({
    ...{
      first_name: 'Ada',
      middle_name: '',
      last_name: 'Brannock',
      phone: '9045550100',
      email: null,
      zip_code: '32084',
    },
    ...changes,
  });
  const ours = (changes: object = {}) => ({ ...person(changes), customer: { id: 'a', name: 'Ada Brannock' } });

  it('is known, doubtful or new by the rules about duplicates, customers before lines', () => {
    expect(judgeLine(person(), [{ ...person(), line: 2 }, ours()])).toMatchObject({
      ...{ outcome: 'known', why: ['Same person as Ada Brannock'], customer: { id: 'a' } },
    });
    expect(judgeLine(person({ first_name: 'Bea' }), [ours()])).toMatchObject({
      ...{ outcome: 'doubtful', why: ['Same phone number as Ada Brannock'] },
    });
    expect(judgeLine(person({ phone: null }), [{ ...person({ phone: null }), line: 7 }])).toMatchObject({
      ...{ outcome: 'doubtful', why: ['Same name and ZIP code as line 7'], customer: null },
    });
    expect(judgeLine(person({ phone: null, zip_code: '' }), [ours()]).outcome).toBe('new');
  });

  it('is looked for among those who share something', () => {
    const people = new Acquaintances();
    people.add(ours());
    people.add(ours({ first_name: 'Zoe', phone: '9045550999', email: 'z@example.com' }));
    expect(people.of(person())).toHaveLength(1);
    expect(people.of(person({ phone: null, zip_code: '' }))).toEqual([]);
  });
});
