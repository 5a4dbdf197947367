import { describe, expect, it } from 'vitest';
import { changedCustomer } from '#domain/customers/customer.schema.ts';
import type { ColumnName } from './column-names.ts';
import { customerFieldsOf, readCustomerLine } from './customer-lines.ts';
import { hiddenNumber, importedDay, withoutNumbers } from './line-values.ts';
import { matchColumns } from './match-columns.ts';

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

  it('is taken with an initial or a name of one letter, which a later edit leaves alone', () => {
    const headings = ['First Name', 'MI', 'Last Name'];
    const { fields: matched } = matchColumns(headings.map((heading) => ({ heading, samples: ['X'] })));
    expect(matched).toEqual(['first_name', 'middle_name', 'last_name']);
    const columns = matched.filter((field) => field !== '');
    const { fields, faults } = readCustomerLine(columns, ['Ý', 'B', '李'], rules);
    expect([faults, fields]).toEqual([[], { first_name: 'Ý', middle_name: 'B', last_name: '李' }]);
    const stood = customerFieldsOf(fields);
    expect(changedCustomer(stood, { ...stood, phone: '9045550100' }).faults).toEqual({});
    expect(changedCustomer(stood, { ...stood, middle_name: 'C' }).faults).toEqual({
      middle_name: ['Middle name must be at least 2 characters long'],
    });
    expect(read({ middle_name: '7' }).faults.length).toBeGreaterThan(0);
  });

  type Line = Partial<Record<ColumnName, string>>;
  it.each<[Line, Line, string[]]>([
    [{ state: 'Ontario', zip_code: 'K1A 0B1' }, { zip_code: 'K1A 0B1' }, ['state “Ontario” is no US state']],
    [{ state: 'ZH', zip_code: '8001' }, { zip_code: '8001' }, ['state “ZH” is no US state']],
    [{ zip_code: 'SW1A 1AA' }, { zip_code: 'SW1A 1AA' }, []],
    [{ state: 'ga', zip_code: 'K1A 0B1' }, { state: 'GA' }, ['ZIP code “K1A 0B1” is no US ZIP code']],
    [{ state: 'n/a', zip_code: 'none' }, {}, ['state “n/a” is no US state', 'ZIP code “none” is no US ZIP code']],
  ])('is taken without a state abroad, and says so: %o', (line, kept, left) => {
    const { fields, faults, notes } = read(line);
    expect(faults).toEqual([]);
    expect(fields).toEqual({ first_name: 'Ada', last_name: 'Brannock', ...kept });
    expect(notes).toEqual(left.map((what) => `The ${what}, and is not brought along`));
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
