import { describe, expect, it } from 'vitest';
import { changedCustomer } from '#domain/customers/customer.schema.ts';
import { type ColumnName, labelOf } from './column-labels.ts';
import { customerFieldsOf, importedName, importedWholeName, readCustomerLine } from './customer-lines.ts';
import { matchColumns } from './match-columns.ts';
import { maskSsns, SetAside, ssnMask } from './sanitize-line.ts';

const rules = { today: '2026-11-23', territories: false };
const columnsNamed = (fields: readonly string[]) => fields.map((field) => ({ field: field as ColumnName }));
const read = (line: Partial<Record<ColumnName, string>>, over = rules) => {
  const filled = { first_name: 'Ada', last_name: 'Brannock', ...line };
  return readCustomerLine(columnsNamed(Object.keys(filled)), Object.values(filled), over);
};

type Line = Partial<Record<ColumnName, string>>;

describe('readCustomerLine', () => {
  it('reads values as spreadsheets write them', () => {
    const { fields, errors } = read({ state: ' georgia ', zip_code: '320841234', phone: '+1 904.555.0100' });
    expect(errors).toEqual([]);
    expect(fields).toMatchObject({ state: 'GA', zip_code: '32084-1234', phone: '19045550100' });
    expect(read({ zip_code: '501' }).fields.zip_code).toBe('00501');
  });

  it.each([
    [{ first_name: ' ' }, 'First name is required'],
    [{ first_name: 'n/a' }, 'First name is required'],
    [{ last_name: '=1+1' }, expect.stringContaining('Last name can only contain')],
  ])('rejects a line with a reason: %o', (line, why) => {
    expect(read(line).errors).toContainEqual(why);
  });

  it.each<[ColumnName, string, string]>([
    ['created_at', '2027-01-01', 'it is in the future'],
    ['created_at', '1700-01-01', 'it is before 1850'],
    ['created_at', '13/13/2019', 'it is not a day such as 2019-03-04 or 3/4/2019'],
    ['state', 'PR', 'Please select a valid US state'],
    ['zip_code', '12', 'ZIP code must be in format 12345 or 12345-6789'],
    ['phone', '555-0186', 'it is not a 10-digit phone number'],
    ['phone', '(52) 664 123 4567', 'it is not a 10-digit phone number'],
    ['phone', '52 1 664 123 4567', 'it is not a 10-digit phone number'],
    ['email', 'bob at example', 'it is not an email address'],
    ['middle_name', 'A=B', 'Middle name can only contain letters, spaces, hyphens, apostrophes, and periods'],
  ])('accepts a line without a value of %s that cannot be read: %s', (field, text, why) => {
    const { fields, errors, notes } = read({ [field]: text, notes: 'A friend' });
    expect(errors).toEqual([]);
    const label = labelOf('customers', field);
    expect(notes).toEqual([`${label} “${text}” is kept in the notes: ${why}`]);
    expect(fields).toEqual({
      ...{ first_name: 'Ada', last_name: 'Brannock' },
      notes: `A friend\n\nFrom the imported file:\n${label}: ${text}`,
    });
  });

  it.each<[Line, Line]>([
    [{ phone: '(904) 555-0181 x12' }, { phone: '9045550181' }],
    [{ phone: '904-555-0181 Mary, cell' }, { phone: '9045550181' }],
    [{ phone: 'Tel. +52 664 123 4567' }, { phone: '+526641234567' }],
    [{ email: 'ada@example.com; b@example.com' }, { email: 'ada@example.com' }],
    [{ first_name: 'Robert (Bob)' }, { first_name: 'Robert' }],
    [{ first_name: 'John & Mary' }, { first_name: 'John and Mary' }],
    // A letter that the other system could not write.
    [{ last_name: 'NGUY?N' }, { last_name: 'NGUYN' }],
    [{ last_name: 'Mu\uFFFDoz' }, { last_name: 'Muoz' }],
    [{ first_name: '?ukasz' }, { first_name: 'ukasz' }],
  ])('stores the rest of a value in the notes: %o', (line, kept) => {
    const { fields, errors, notes } = read(line);
    const [text = ''] = Object.values(line);
    expect(errors).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/; the rest is kept in the notes$/)]);
    expect(fields).toMatchObject({ ...kept, notes: expect.stringContaining(text) });
  });

  it.each<[Line, Line]>([
    [{ last_name: 'Smith, Jr.' }, { last_name: 'Smith Jr.' }],
    [{ zip_code: '32084-    ' }, { zip_code: '32084' }],
    [{ state: 'Fla.' }, { state: 'FL' }],
    [{ phone: '904/555-0194' }, { phone: '9045550194' }],
    [{ phone: 'none', email: 'N/A', zip_code: '-', county: 'Unknown' }, {}],
    [
      { phone: '', second_phone: '904 555 0194' },
      { phone: '9045550194', second_phone: '904 555 0194' },
    ],
    [{ notes: 'Paid $250.00 2019' }, { notes: 'Paid $250.00 2019' }],
    [{ notes: 'One\r\nTwo\u0007' }, { notes: 'One\nTwo' }],
  ])('adds no note to a value that is only formatted differently: %o', (line, kept) => {
    const { fields, errors, notes } = read(line);
    expect([errors, notes]).toEqual([[], []]);
    expect(fields).toEqual({ first_name: 'Ada', last_name: 'Brannock', ...kept });
  });

  it.each<[Line, string]>([
    [{ suffix: 'Jr.' }, 'Brannock Jr.'],
    [{ last_name: 'Brannock, Jr.', suffix: 'JR' }, 'Brannock Jr.'],
    [{ suffix: '3rd' }, 'Brannock III'],
    [{ suffix: 'None' }, 'Brannock'],
  ])('joins a suffix to the last name, once: %o', (line, last_name) => {
    expect(read(line)).toMatchObject({ fields: { last_name }, errors: [], notes: [] });
  });

  it('joins a suffix to the last name of a whole name', () => {
    const { fields } = readCustomerLine(columnsNamed(['full_name', 'suffix']), ['Brannock, Ada', '(Jr.)'], rules);
    expect(fields.last_name).toBe('Brannock Jr.');
  });

  it('stores a suffix that no name has in the notes', () => {
    const { fields, errors } = read({ suffix: 'No. 4' });
    expect([fields.last_name, errors]).toEqual(['Brannock', []]);
    expect(fields.notes).toContain('Suffix: No. 4');
  });

  it('stores a second phone in the notes', () => {
    const { fields, notes } = read({ phone: '904-555-0181', second_phone: '904-555-0182' });
    expect(notes).toEqual([]);
    expect(customerFieldsOf(fields)).toMatchObject({
      ...{ phone: '9045550181', notes: 'From the imported file:\nSecond Phone Number: (904) 555-0182' },
    });
  });

  it.each([
    ['Brannock, Ada B.', { first_name: 'Ada', middle_name: 'B.', last_name: 'Brannock' }],
    ['Robert Miller, Jr.', { first_name: 'Robert', last_name: 'Miller Jr.' }],
    ['John & Mary Tanaka', { first_name: 'John and Mary', last_name: 'Tanaka' }],
    ['Tanaka, John & Mary', { first_name: 'John and Mary', last_name: 'Tanaka' }],
  ])('reads the whole name %s', (name, parts) => {
    const { fields, errors } = readCustomerLine(columnsNamed(['full_name']), [name], rules);
    expect(errors).toEqual([]);
    expect(fields).toMatchObject(parts);
    expect(readCustomerLine(columnsNamed(['full_name']), ['Delgado'], rules).errors).toEqual([
      'First name is required',
    ]);
  });

  it('accepts an initial or a name of one letter, also in a later edit', () => {
    const headings = ['First Name', 'MI', 'Last Name'];
    const { fields: matched } = matchColumns(headings.map((heading) => ({ heading, samples: ['X'] })));
    expect(matched).toEqual(['first_name', 'middle_name', 'last_name']);
    const columns = matched.filter((field) => field !== '');
    const { fields, errors } = readCustomerLine(columnsNamed(columns), ['Ý', 'B', '李'], rules);
    expect([errors, fields]).toEqual([[], { first_name: 'Ý', middle_name: 'B', last_name: '李' }]);
    const stood = customerFieldsOf(fields);
    expect(changedCustomer(stood, { ...stood, phone: '9045550100' }).errors).toEqual({});
    expect(changedCustomer(stood, { ...stood, middle_name: 'C' }).errors).toEqual({
      middle_name: ['Middle name must be at least 2 characters long'],
    });
  });

  it.each<[Line, Line, string[]]>([
    [
      { state: 'Ontario', zip_code: 'K1A 0B1' },
      { zip_code: 'K1A 0B1' },
      ['State “Ontario” is kept in the notes: it is not a US state'],
    ],
    [{ zip_code: 'SW1A 1AA' }, { zip_code: 'SW1A 1AA' }, []],
    [
      { state: 'ga', zip_code: 'K1A 0B1' },
      { state: 'GA' },
      ['ZIP Code “K1A 0B1” is kept in the notes: it is not a US ZIP code'],
    ],
  ])('drops a state abroad with a note: %o', (line, kept, left) => {
    const { fields, errors, notes } = read(line);
    expect(errors).toEqual([]);
    const { notes: _kept, ...others } = fields;
    expect(others).toEqual({ first_name: 'Ada', last_name: 'Brannock', ...kept });
    expect(notes).toEqual(left);
  });

  it.each([
    ['Spanish', 'es'],
    ['Español', 'es'],
    ['ENG', 'en'],
    ['Unknown', undefined],
  ])('reads the language %s', (language, read_as) => {
    const { fields, notes } = read({ language });
    expect([fields.language, notes]).toEqual([read_as, []]);
  });

  it('stores a language that emails do not support in the notes', () => {
    const { fields } = read({ language: 'Zapotec' });
    expect(fields).toMatchObject({ notes: expect.stringContaining('Language: Zapotec') });
    expect(fields).not.toHaveProperty('language');
  });

  it('accepts a territory only if the home works with territories', () => {
    expect(read({ state: 'PR' }, { ...rules, territories: true }).fields.state).toBe('PR');
  });

  it('S-01 stores nothing that looks like a Social Security number', () => {
    const { errors, notes, values } = read({ notes: 'SSN 987-65-4321, was 987 65 4321 or 987654321' });
    expect(values[2]).toBe(`SSN ${ssnMask}, was ${ssnMask} or ${ssnMask}`);
    expect([errors, notes]).toEqual([[], [expect.stringContaining('Social Security number')]]);
    expect(maskSsns('zip_code', '320841234')).toBe('320841234');
    expect(maskSsns('phone', '987-65-4321')).toBe(ssnMask);
    for (const field of ['phone', 'second_phone', 'kin_phone', 'kin_second_phone'] as const)
      expect(maskSsns(field, '987654321')).toBe(ssnMask);
    expect(maskSsns('ssn', '987654321 or 987654322')).toBe(`${ssnMask} or ${ssnMask}`);
    for (const number of [
      '987\u00ad65\u00ad4321',
      '987_65_4321',
      '987–65–4321',
      '987 - 65 - 4321',
      '９８７６５４３２１',
    ])
      expect(read({ notes: `His is ${number}` }).values[2]).toBe(`His is ${ssnMask}`);
  });
});

it.each([
  ['Mr. & Mrs. James Lee', 'James Lee', ['James', '', 'Lee']],
  ['DR ZOË Q. HALL', 'ZOË Q. HALL', ['ZOË', 'Q.', 'HALL']],
  ['Hall, Mrs. Zoë', 'Hall Zoë', ['Zoë', '', 'Hall']],
  ['Est. of Mary Smith', 'Mary Smith', ['Mary', '', 'Smith']],
  ['Estelle Drake', 'Estelle Drake', ['Estelle', '', 'Drake']],
])('reads %s without the titles before it', (text, name, parts) => {
  expect(importedName(text).name).toBe(name);
  const { first, middle, last } = importedWholeName(text);
  expect([first, middle, last]).toEqual(parts);
});

it('quotes no nine digits that may be a Social Security number', () => {
  const aside = new SetAside();
  aside.unread('Phone', '987654320', 'it is not a phone number');
  expect(aside.notes.join()).toContain(ssnMask);
  expect([...aside.notes, aside.withKept('', 500)].join()).not.toContain('987654320');
});

it('shortens notes between whole characters', () => {
  expect(new SetAside().withKept(`${'a'.repeat(9)}🕊`, 10)).toBe('a'.repeat(9));
});
