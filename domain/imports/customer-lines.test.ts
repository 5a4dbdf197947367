import { describe, expect, it } from 'vitest';
import { changedCustomer } from '#domain/customers/customer.schema.ts';
import type { ColumnName } from './column-names.ts';
import { customerFieldsOf, readCustomerLine } from './customer-lines.ts';
import { DuplicateIndex, judgeLine } from './judge-lines.ts';
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

  it('is doubtful because of who shares most with it, for all reasons that there are', () => {
    const email = 'ada@example.com';
    const other = { ...person({ first_name: 'Will', zip_code: '' }), customer: { id: 'w', name: 'Will Harmon Sr.' } };
    // Another middle name: not certainly the same person.
    const likest = ours({ middle_name: 'B', email });
    const why = ['Same phone number, email address, name and ZIP code as Ada Brannock'];
    for (const all of [
      [other, likest],
      [likest, other],
    ])
      expect(judgeLine(person({ email }), all)).toMatchObject({ outcome: 'doubtful', why, customer: { id: 'a' } });
    // The same name, and another address of mail: what is shared counts, and a name on its own is nothing.
    expect(judgeLine(person({ email, zip_code: '' }), [other, ours({ email: 'b@example.com' })])).toMatchObject({
      ...{ outcome: 'doubtful', why: ['Same phone number and name as Ada Brannock'] },
    });
    expect(judgeLine(person({ phone: null, zip_code: '' }), [ours({ phone: null })]).outcome).toBe('new');
    const earlier = { ...person({ first_name: 'Will', zip_code: '' }), line: 2 };
    expect(judgeLine(person(), [earlier, other])).toMatchObject({ customer: { id: 'w' } });
  });

  it('is looked for among those who share something', () => {
    const index = new DuplicateIndex();
    index.add(ours());
    index.add(ours({ first_name: 'Zoe', phone: '9045550999', email: 'z@example.com' }));
    expect(index.candidatesFor(person())).toHaveLength(1);
    expect(index.candidatesFor(person({ phone: null, zip_code: '' }))).toEqual([]);
  });
});
