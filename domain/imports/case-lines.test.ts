import { describe, expect, it } from 'vitest';
import { hasDateOnOrAfter, kinOfLine, readCaseLine, sectionsOfLine } from './case-lines.ts';
import { type ColumnName, labelOf } from './column-labels.ts';
import type { ReadColumn } from './customer-lines.ts';

const homes = [
  { id: '0193a000-0000-7000-8000-000000000001', name: 'Whitcomb & Ames', slug: 'whitcomb-ames' },
  { id: '0193a000-0000-7000-8000-000000000002', name: 'Northside Chapel', slug: 'northside-chapel' },
];
const today = '2026-11-24';
const rules = { today, territories: false, homes, homeId: homes[0]?.id ?? '', todayAt: () => today };
const columnsNamed = (fields: readonly string[]) => fields.map((field) => ({ field: field as ColumnName }));
const read = (line: Partial<Record<ColumnName, string>>) => {
  const filled = { case_number: 'WA-2019-0001', deceased_last_name: 'Pruitt', ...line };
  return readCaseLine(columnsNamed(Object.keys(filled)), Object.values(filled), rules);
};

describe('readCaseLine', () => {
  it('reads formats of other systems', () => {
    const { fields, errors } = read({
      ...{ status: 'Closed', funeral_home: 'northside chapel', gender: 'F', date_of_birth: '3/4/1934' },
      ...{ date_of_death: '2019-11-02', state_of_death: 'georgia', service_type: 'Burial', created_at: '11/3/2019' },
      ...{ kin_first_name: 'Ada', kin_last_name: 'Pruitt', kin_relationship: 'Wife', kin_zip_code: '3208' },
    });
    expect(errors).toEqual([]);
    expect(fields).toMatchObject({
      ...{ status: 'completed', funeral_home: homes[1]?.id, gender: 'female', date_of_birth: '1934-03-04' },
      ...{ date_of_death: '2019-11-02', state_of_death: 'GA', created_at: '2019-11-03' },
      ...{ service_type: 'other', disposition_method: 'burial' },
      ...{ kin_relationship: 'spouse', kin_zip_code: '03208' },
    });
  });

  it.each([
    ['Smith, Ida Mae', { spouse_first_name: 'Ida', spouse_middle_name: 'Mae', spouse_last_name: 'Smith' }],
    ['IDA', { spouse_first_name: 'IDA', spouse_last_name: 'Pruitt' }],
  ])("reads the spouse's name from one column: %s", (spouse_name, parts) => {
    const { fields, notes } = read({ spouse_name, marital_status: 'M' });
    expect(fields).toMatchObject(parts);
    expect(notes).toEqual([]);
    expect(read({ spouse_name, marital_status: 'D' })).toMatchObject({
      notes: [`Whole Name of the Spouse “${spouse_name}” is kept in the notes: the marital status has no spouse`],
      fields: { director_notes: `From the imported file:\nWhole Name of the Spouse: ${spouse_name}` },
    });
  });

  it('joins suffixes of the spouse and the next of kin to their last names', () => {
    const spouse = { spouse_first_name: 'Ida', spouse_last_name: 'Hale', spouse_suffix: 'Sr.', marital_status: 'M' };
    const kin = { kin_first_name: 'Walter', kin_last_name: 'Hale', kin_suffix: 'Jr.', kin_relationship: 'son' };
    const { fields, notes } = read({ ...spouse, ...kin });
    expect(notes).toEqual([]);
    expect([fields.spouse_last_name, kinOfLine(fields)?.last_name]).toEqual(['Hale Sr.', 'Hale Jr.']);
    expect(sectionsOfLine(fields, today).errors).toEqual({});
  });

  it("compares a date of death with today at the line's home", () => {
    const line = { case_number: 'WA-2026-0001', deceased_last_name: 'Pruitt', date_of_death: '2026-11-25' };
    const at = (funeral_home: string) =>
      readCaseLine(columnsNamed([...Object.keys(line), 'funeral_home']), [...Object.values(line), funeral_home], {
        ...{ ...rules, today: '2026-11-25' },
        todayAt: (id) => (id === homes[1]?.id ? '2026-11-25' : '2026-11-24'),
      }).fields.date_of_death;
    expect([at('Whitcomb & Ames'), at('Northside Chapel')]).toEqual([undefined, '2026-11-25']);
  });

  it.each(['Divorced', 'Never Married', 'S', 'D'])(
    'accepts a wife as informant of a person who is %s',
    (marital_status) => {
      const kin = { kin_relationship: 'Wife', kin_first_name: 'Ada', kin_last_name: 'Bexley', kin_phone: '9045550101' };
      const { fields, errors } = read({ marital_status, ...kin });
      expect(errors).toEqual([]);
      expect(sectionsOfLine(fields, rules.today)).toMatchObject({
        sections: { informant: { informant_name: 'Ada Bexley' } },
        errors: {},
      });
    },
  );

  it("defaults to a completed case at the user's own home", () => {
    expect(read({}).fields).toMatchObject({ status: 'completed', funeral_home: homes[0]?.id });
  });

  it.each([
    [{ case_number: '' }, 'The case number is required'],
    [{ case_number: 'N/A' }, 'The case number is required'],
    [{ deceased_last_name: ' ' }, 'The last name of the deceased is required'],
    [{ deceased_last_name: '(   )' }, 'The last name of the deceased is required'],
  ])('rejects a line with a reason: %o', (line, why) => {
    expect(read(line).errors).toContainEqual(why);
  });

  it.each(['987654321', '12345678', '012 34 56789', '078\u00ad05\u00ad1120', '0 7 8 0 5 1 1 2 0', '078_05_1120'])(
    'S-09 stores nothing of a Social Security number that it rejects: %s',
    (ssn) => {
      const { errors, values } = read({ case_number: '', ssn });
      expect(errors).not.toEqual([]);
      expect(values).toEqual(['', 'Pruitt', '']);
    },
  );

  type Line = Partial<Record<ColumnName, string>>;
  it.each<[ColumnName, string, string]>([
    ['status', 'Purple', 'it is not draft, active, completed or cancelled'],
    ['funeral_home', 'Elsewhere', 'no funeral home of the organization has this name'],
    ['gender', 'X', 'it is not male, female, nonbinary or unknown'],
    ['service_type', 'Zebra', 'its meaning is not known'],
    ['date_of_death', '31/31/2019', 'it is not a day such as 2019-03-04 or 3/4/2019'],
    ['date_of_death', '12/31/2031', 'Date of death cannot be in the future'],
    ['created_at', '2027-01-01', 'it is in the future'],
    ['time_of_death', '4:30', 'it is not a time such as 14:30 or 2:30 PM'],
    ['home_address_zip', '75011 CX', 'ZIP code must be in format 12345 or 12345-6789'],
    ['spouse_first_name', 'Ida', 'the marital status has no spouse'],
    ['spouse_name', 'Dec’d', 'it is not a name'],
  ])('accepts a line without a value of %s that cannot be read: %s', (field, text, why) => {
    const { fields, errors, notes } = read({ [field]: text });
    expect(errors).toEqual([]);
    expect(notes).toEqual([`${labelOf('cases', field)} “${text}” is kept in the notes: ${why}`]);
    expect(fields[field]).toBe({ status: 'completed', funeral_home: homes[0]?.id }[String(field)]);
    expect(fields.director_notes).toBe(`From the imported file:\n${labelOf('cases', field)}: ${text}`);
  });

  it.each<Line>([
    { date_of_birth: '00/00/0000', kin_phone: '(   )   -    ', kin_email: 'none', home_address_zip: '     -' },
    { ...{ service_type: 'N/A', status: 'unknown', is_veteran: 'Unknown' }, deceased_first_name: 'Unknown' },
  ])('treats a placeholder as no value: %o', (line) => {
    const { fields, errors, notes } = read(line);
    expect([errors, notes]).toEqual([[], []]);
    expect(Object.keys(fields)).toEqual(['status', 'funeral_home', 'case_number', 'deceased_last_name']);
  });

  it('maps words as configured, and leaves out those without a meaning', () => {
    const columns: ReadColumn[] = [
      { field: 'case_number' },
      { field: 'deceased_last_name' },
      { field: 'service_type', values: { trad: 'memorial', 'w 2': '' } },
      { field: 'funeral_home', values: { '02': homes[1]?.id ?? '', '03': 'gone' } },
    ];
    const lineOf = (service: string, home: string) => readCaseLine(columns, ['1', 'Lee', service, home], rules);
    expect(lineOf(' TRAD', '02').fields).toMatchObject({ service_type: 'memorial', funeral_home: homes[1]?.id });
    expect(lineOf('W  2', '').notes).toEqual([]);
    expect(lineOf('W  2', '').fields).not.toHaveProperty('service_type');
    const unknown = [expect.stringContaining('“03”')];
    expect(lineOf('GS', '03')).toMatchObject({ fields: { funeral_home: homes[0]?.id }, notes: unknown });
  });

  it.each<[string, string, Line, number]>([
    ['Entombment', '', { service_type: 'other', disposition_method: 'entombment' }, 0],
    ['Cremation', '', { service_type: 'cremation' }, 0],
    ['', 'Donation', { service_type: 'other', disposition_method: 'donation' }, 0],
    ['', 'Cremation', { service_type: 'cremation' }, 0],
    ['MEM', 'Cremation', { service_type: 'memorial', disposition_method: 'cremation' }, 0],
    ['DC', 'Cremation', { service_type: 'direct_cremation' }, 0],
    ['TRAD', 'Burial', { service_type: 'traditional', disposition_method: 'burial' }, 0],
    ['TRAD', 'Cremation', { service_type: 'traditional', disposition_method: 'cremation' }, 0],
    ['TRAD', 'Entombment', { service_type: 'traditional', disposition_method: 'entombment' }, 0],
    ['GS', 'Entombment', { service_type: 'graveside', disposition_method: 'entombment' }, 0],
    ['Entombment', 'Burial', { service_type: 'other', disposition_method: 'burial' }, 1],
  ])(
    "stores the service %s and the disposition %s in the case's form",
    (service_type, disposition_method, kept, noted) => {
      const { fields, errors, notes } = read({ service_type, disposition_method });
      expect(errors).toEqual([]);
      expect(notes).toHaveLength(noted);
      const { service_type: type, disposition_method: method } = fields;
      expect({ service_type: type, ...(method ? { disposition_method: method } : {}) }).toEqual(kept);
    },
  );

  it("reads days in the column's order, and two-digit years with one meaning", () => {
    const columns: ReadColumn[] = [
      { field: 'case_number' },
      { field: 'deceased_last_name' },
      { field: 'date_of_birth', day_order: 'day_first' },
      { field: 'date_of_death' },
    ];
    const days = (born: string, died: string) => {
      const { fields } = readCaseLine(columns, ['1', 'Lee', born, died], rules);
      return [fields.date_of_birth, fields.date_of_death];
    };
    expect(days('05/06/1941', '05/06/2019')).toEqual(['1941-06-05', '2019-05-06']);
    expect(days('3/4/31', '3/9/21')).toEqual(['1931-04-03', '2021-03-09']);
    expect(days('24/1/60', '')).toEqual(['1960-01-24', undefined]);
    // A child of six, or a person aged 106.
    expect(days('3/4/15', '3/9/21')).toEqual([undefined, '2021-03-09']);
    expect(days('1/1/1900', '3/9/2021')).toEqual([undefined, '2021-03-09']);
  });

  it('imports residence, spouse, military service, cemetery and times', () => {
    const { fields, errors, notes } = read({
      ...{ home_address_street: '12 Oak St', home_address_city: 'Palatka', home_address_county: 'Putnam' },
      ...{ home_address_state: 'Fla.', home_address_zip: '321771934', marital_status: 'WID' },
      ...{ spouse_first_name: 'Ruth', spouse_last_name: 'Pruitt', is_veteran: 'Y', military_branch: 'USMC' },
      ...{ cemetery_name: 'Oak Hill', cemetery_address_city: 'Palatka', cemetery_address_state: 'FL' },
      ...{ time_of_death: '4:30 AM', service_time: '2:00 PM', county_of_death: 'Putnam' },
    });
    expect([errors, notes]).toEqual([[], []]);
    expect(sectionsOfLine(fields, rules.today).sections).toMatchObject({
      deceased: { time_of_death: '04:30', county_of_death: 'Putnam' },
      demographics: {
        ...{ home_address_street: '12 Oak St', home_address_city: 'Palatka', home_address_county: 'Putnam' },
        ...{ home_address_state: 'FL', home_address_zip: '32177-1934', marital_status: 'widowed' },
      },
      family: { spouse_first_name: 'Ruth', spouse_last_name: 'Pruitt' },
      veteran: { is_veteran: true, military_branch: 'marines' },
      cemetery: { cemetery_name: 'Oak Hill', cemetery_address_city: 'Palatka', cemetery_address_state: 'FL' },
      service: { service_time: '14:00' },
    });
  });

  it('stores contract, payments and balance only in the notes, to the cent', () => {
    const money = { contract_total: '7450.5', total_paid: '$7,000.00', balance: 'see file' };
    const { fields, notes } = read({ ...money, director_notes: 'Hi' });
    expect(notes).toEqual([]);
    expect(fields.director_notes).toBe(
      'Hi\n\nFrom the imported file:\nContract Total: $7,450.50\nTotal Paid: $7,000.00\nBalance: see file',
    );
    expect(sectionsOfLine(fields, rules.today).sections).not.toHaveProperty('financial');
  });

  it('reads amounts with the four decimals of a database or a decimal comma', () => {
    const { fields } = read({ contract_total: '11674.6200', total_paid: '$11,674.6200', balance: '0.0000' });
    expect(fields.director_notes).toBe(
      'From the imported file:\nContract Total: $11,674.62\nTotal Paid: $11,674.62\nBalance: $0.00',
    );
    const european = read({ contract_total: '$1.234,56', total_paid: '-1234,5600', balance: '12.345.678,90' });
    expect(european.fields.director_notes).toMatch(/\$1,234\.56\n.*-\$1,234\.56\n.*\$12,345,678\.90$/);
    expect(read({ balance: '1.234' }).fields.director_notes).toMatch(/Balance: 1\.234$/);
    expect(read({ balance: '1.6250' }).fields.director_notes).toMatch(/Balance: 1\.6250$/);
  });

  it('reads a whole name from one column, and a suffix after a comma', () => {
    const whole = readCaseLine(
      columnsNamed(['case_number', 'deceased_name', 'kin_name']),
      ['1', 'PRUITT, Walter J. Jr.', 'Mary Ann de la Cruz'],
      rules,
    );
    expect([whole.errors, whole.notes]).toEqual([[], []]);
    expect(whole.fields).toMatchObject({
      ...{ deceased_first_name: 'Walter', deceased_middle_name: 'J.', deceased_last_name: 'PRUITT' },
      ...{ deceased_suffix: 'Jr.', kin_first_name: 'Mary', kin_middle_name: 'Ann', kin_last_name: 'de la Cruz' },
    });
    expect(read({ deceased_last_name: 'Smith, Jr.' }).fields).toMatchObject({
      ...{ deceased_last_name: 'Smith', deceased_suffix: 'Jr.' },
    });
  });

  it('imports a whole name with lost letters, and keeps the text once', () => {
    const { fields, notes } = read({ deceased_last_name: '', deceased_name: 'NGUY?N, TH?Y' });
    expect(fields).toMatchObject({ deceased_first_name: 'THY', deceased_last_name: 'NGUYN' });
    expect(notes).toEqual([
      'Whole Name of the Deceased “NGUY?N, TH?Y” is imported as “THY NGUYN”; the rest is kept in the notes',
    ]);
  });

  it('stores unread values of the next of kin in their own notes', () => {
    const { fields, errors, notes } = read({
      ...{ kin_first_name: 'Marc', kin_last_name: 'Stultz', kin_relationship: 'Partner' },
      ...{ kin_phone: '(904) 555-0181 x12', kin_second_phone: '904.555.0182' },
    });
    expect(errors).toEqual([]);
    expect(notes).toEqual([
      'Relationship of the Next of Kin “Partner” is kept in the notes: it is not a relationship on our list',
      'Phone Number of the Next of Kin “(904) 555-0181 x12” is imported as “(904) 555-0181”; the rest is kept in the notes',
    ]);
    const kept = [
      'From the imported file:',
      'Relationship of the Next of Kin: Partner',
      'Phone Number of the Next of Kin: (904) 555-0181 x12',
      'Second Phone Number of the Next of Kin: (904) 555-0182',
    ].join('\n');
    expect(kinOfLine(fields)).toMatchObject({ phone: '9045550181', notes: kept });
    expect(kinOfLine(read({ kin_last_name: 'Pruitt' }).fields)).toBeUndefined();
    expect(sectionsOfLine(fields, rules.today).sections).toMatchObject({
      informant: { next_of_kins: [{ relationship: 'other', phone: '9045550181', notes: kept }] },
    });
  });

  it('removes possible Social Security numbers, and imports the rest of the line', () => {
    const line = { director_notes: 'was 987-65-4321, paid', city_of_death: '987654321' };
    const { fields, errors, notes, values } = read(line);
    expect(errors).toEqual([]);
    expect(notes).toEqual(['Contains what looks like a Social Security number, which is not imported']);
    expect(fields.director_notes).toBe('was XXX-XX-XXXX, paid');
    expect(fields).not.toHaveProperty('city_of_death');
    expect(JSON.stringify([fields, values])).not.toMatch(/4321/);
    const paid = read({ director_notes: 'Paid $250.00 2019' });
    expect([paid.fields.director_notes, paid.notes]).toEqual(['Paid $250.00 2019', []]);
    // Nine digits are no phone number.
    expect(JSON.stringify(read({ kin_phone: '987654321' }).fields)).not.toContain('987654321');
  });

  it('shortens long notes, but not the values that no field accepts', () => {
    const { fields, notes } = read({ director_notes: 'n'.repeat(2500), gender: 'X' });
    expect(notes.at(-1)).toBe('The notes are cut to 2,000 characters');
    expect(fields.director_notes).toHaveLength(2000);
    expect(fields.director_notes).toMatch(/n\n\nFrom the imported file:\nGender: X$/);
  });

  it('accepts names of one letter', () => {
    const nextOfKin = { kin_first_name: 'Ý', kin_last_name: '李' };
    const { fields, errors } = read({ deceased_first_name: 'Ô', deceased_last_name: '李', ...nextOfKin });
    expect(errors).toEqual([]);
    expect(sectionsOfLine(fields, rules.today).sections).toMatchObject({
      deceased: { deceased_first_name: 'Ô', deceased_last_name: '李' },
      informant: { next_of_kins: [{ first_name: 'Ý', last_name: '李' }] },
    });
    expect(read({ deceased_last_name: '7' }).errors).toEqual(['The last name of the deceased is required']);
  });

  it('drops a state abroad, of the death or of the next of kin, with a note', () => {
    const nextOfKin = { kin_first_name: 'Ada', kin_last_name: 'Pruitt', kin_state: 'Québec', kin_zip_code: 'K1A 0B1' };
    const { fields, errors, notes } = read({ state_of_death: 'Ontario', ...nextOfKin });
    expect(errors).toEqual([]);
    expect(notes).toEqual([
      'State of Death “Ontario” is kept in the notes: it is not a US state',
      'State of the Next of Kin “Québec” is kept in the notes: it is not a US state',
    ]);
    expect(fields).not.toHaveProperty('state_of_death');
    expect(kinOfLine(fields)).toMatchObject({ state: '', zip_code: 'K1A 0B1' });
    expect(sectionsOfLine(fields, rules.today).errors).toEqual({});
    const wrong = read({ ...nextOfKin, kin_state: 'FL', kin_zip_code: '12' });
    expect(wrong.notes).toEqual([
      'ZIP Code of the Next of Kin “12” is kept in the notes: ZIP code must be in format 12345 or 12345-6789',
    ]);
  });

  it('moves the later of two contradicting dates to the notes', () => {
    const { fields, errors, notes } = read({ date_of_birth: '2019-01-01', date_of_death: '1934-01-01' });
    expect([errors, fields.date_of_birth, fields.date_of_death]).toEqual([[], '2019-01-01', undefined]);
    expect(notes).toEqual([expect.stringContaining('Date of death must be on or after date of birth')]);
    expect(fields.director_notes).toContain('Date of Death: 1934-01-01');
  });

  it('shows only the service in calendars, and nothing of a cancelled case', () => {
    const shown = (line: Line) => hasDateOnOrAfter(read(line).fields, '2019-11-01');
    expect(shown({ service_date: '11/5/2019', date_of_death: '11/2/2019' })).toBe(true);
    expect(shown({ service_date: '11/5/2019', date_of_death: '11/2/2019', status: 'Void' })).toBe(false);
    expect(shown({ date_of_death: '11/2/2019' })).toBe(false);
  });
});
