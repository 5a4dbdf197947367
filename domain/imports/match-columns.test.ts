import { describe, expect, it } from 'vitest';
import { holdsSocialSecurityNumbers, isOrderOpen, matchColumns, proposedReadings, ssnColumn } from './match-columns.ts';

const column = (heading: string, ...samples: string[]) => ({ heading, samples });

const caseFields = (...headings: string[]) =>
  matchColumns(
    headings.map((heading) => column(heading, '386-555-0100')),
    [],
    'cases',
  ).fields;

describe('matchColumns', () => {
  it('matches by heading, else by values, and fills each field once', () => {
    const { fields } = matchColumns([
      column('First Name', 'Ada'),
      column('SURNAME', 'Brannock'),
      column('Cell Phone', '9045550100'),
      column('Home Phone', '9045550101'),
      column('Column 5', 'ada@example.com', ''),
      column('X7', '32084', '30303-1234'),
      column('Field3', 'GA', 'fl'),
      column('H', '12 Oak Street', '7b Elm Road'),
      column('Joined', '3/4/2019', '2020-01-02'),
      column('Whatever', 'blue'),
      column('Empty', '', ''),
    ]);
    expect(fields).toEqual([
      ...['first_name', 'last_name', 'phone', 'second_phone', 'email', 'zip_code', 'state'],
      ...['address', 'created_at', '', ''],
    ]);
  });

  it.each([
    ['Cust #', '10231', '10232'],
    ['No.', '10231', '10232'],
    ['Birthday', '3/14/1951', '11/2/1948'],
    ['Column 7', '3/14/1951', '11/2/1948'],
    ['Facility Phone', '386-555-0100'],
    ['Physician Email', 'dr@example.com'],
    ['Birth State', 'FL', 'GA'],
  ])('guesses no customer field from values if the heading names something else: %s', (heading, ...samples) => {
    expect(matchColumns([column(heading, ...samples)]).fields).toEqual(['']);
  });

  it('gives the next of kin no column of a hospital, a physician or the deceased', () => {
    const fields = caseFields('Case No', 'Last Name', 'Phone', 'Email', 'Facility Phone', 'Physician', 'Column 8');
    expect(fields).toEqual(['case_number', 'deceased_last_name', '', '', '', '', '']);
  });

  it('gives the next of kin an unnamed column after one of their own', () => {
    const others = ['Relationship', 'Phone', 'Email', 'Address (2)', 'Phone (2)'];
    expect(caseFields('Address', 'Zip', 'NOK First Name', ...others)).toEqual([
      ...['home_address_street', 'home_address_zip', 'kin_first_name', 'kin_relationship', 'kin_phone', 'kin_email'],
      ...['kin_address', 'kin_second_phone'],
    ]);
    expect(caseFields('NOK Tel')).toEqual(['kin_phone']);
  });

  it('gives one of two equal headings the field that no other column fills', () => {
    expect(caseFields('Disposition', 'Svc Type')).toEqual(['disposition_method', 'service_type']);
    expect(caseFields('Disposition')).toEqual(['service_type']);
    expect(caseFields('ID', 'Contract', 'Case No')).toEqual(['', '', 'case_number']);
  });

  it('matches usual headings of money, residence, spouse, cemetery and service', () => {
    const person = ['Decedent', 'Res City', 'County', 'Spouse', 'Veteran', 'Branch of Service', 'Cemetery'];
    const money = ['Charges', 'Amount Paid', 'Bal Due', 'Informant', 'Inf Cell', 'Inf Home Phone'];
    expect(caseFields(...person, 'Funeral Time', 'TOD', ...money)).toEqual([
      ...['deceased_name', 'home_address_city', 'home_address_county', 'spouse_name', 'is_veteran', 'military_branch'],
      ...['cemetery_name', 'service_time', 'time_of_death', 'contract_total', 'total_paid', 'balance', 'kin_name'],
      ...['kin_phone', 'kin_second_phone'],
    ]);
  });

  it('matches short headings of the cemetery and the first call', () => {
    expect(caseFields('Cemetery / Crematorium', 'Cem St', 'FC Date')).toEqual([
      ...['cemetery_name', 'cemetery_address_state', 'created_at'],
    ]);
  });

  it.each(['Decedent', 'Deceased', "Decedent's", 'Dec.'])('matches headings that begin with "%s"', (prefix) => {
    const headings = ['DOB', 'DOD', 'Sex', 'Marital Status', 'Veteran', 'First Name', 'City'];
    const fields = ['date_of_birth', 'date_of_death', 'gender', 'marital_status', 'is_veteran', 'deceased_first_name'];
    expect(caseFields(...headings.map((heading) => `${prefix} ${heading}`))).toEqual([...fields, 'home_address_city']);
    expect(caseFields(`${prefix} Date of Birth`, `${prefix} Date of Death`, `${prefix} Gender`)).toEqual([
      ...['date_of_birth', 'date_of_death', 'gender'],
    ]);
    expect(caseFields(`${prefix} Status`, `${prefix} Home`)).toEqual(['', '']);
  });

  it('matches "Name" to the deceased only without a "Decedent Name"', () => {
    expect(caseFields('Name', 'Decedent Name')).toEqual(['', 'deceased_name']);
  });

  it('matches parts of the place of death', () => {
    const headings = ['Place of Death Name', 'PlaceOfDeathCity', 'PlaceOfDeathCounty', 'PlaceOfDeathState'];
    expect(caseFields(...headings)).toEqual([
      ...['location_of_death', 'city_of_death', 'county_of_death', 'state_of_death'],
    ]);
  });

  it('matches "Time" by the day before it', () => {
    expect(caseFields('Time', 'DOD', 'Time (2)', 'Service Date', 'Time (3)')).toEqual([
      ...['', 'date_of_death', 'time_of_death', 'service_date', 'service_time'],
    ]);
  });

  it('matches "Branch" to the home, or to the armed forces by its values', () => {
    const branch = (...values: string[]) => matchColumns([column('Branch', ...values)], [], 'cases').fields[0];
    const [branches, codes] = [
      ['Army', 'Navy', 'None', 'N/A', '-'],
      ['ARMY', 'USN', 'AF'],
    ];
    expect(branch('Main Street Chapel', 'Navy Yard Chapel')).toBe('funeral_home');
    for (const values of [
      ['Army', 'U.S. Navy'],
      ['USMC'],
      ['Air Force', 'US Army (WWII)'],
      ['Coast Guard'],
      branches,
      codes,
    ])
      expect(branch(...values)).toBe('military_branch');
  });

  it('matches like the last file with the same headings', () => {
    const columns = [column('A', 'Ada'), column('B', 'Brannock')];
    const before = {
      kind: 'customers' as const,
      headings: ['A', 'B'],
      columns: [
        { field: 'last_name' as const, heading: 'A' },
        { field: 'first_name' as const, heading: 'B' },
      ],
    };
    expect(matchColumns(columns, [{ kind: 'cases', headings: ['A', 'B'], columns: [] }, before])).toEqual({
      ...{ fields: ['last_name', 'first_name'], asBefore: before },
    });
  });

  it.each([
    ['SSN', ['']],
    ['Social Security #', ['x']],
    ['DecedentSSN', ['x']],
    ['dec_ssn', ['x']],
    ['S.S. No.', ['x']],
    ['Decedent', ['987-65-4321', '']],
    ['Code', ['987654321', '123456789']],
  ])('S-01 leaves a column of Social Security numbers out: %s', (heading, samples) => {
    expect(holdsSocialSecurityNumbers(heading, samples)).toBe(true);
    expect(matchColumns([{ heading, samples }]).fields).toEqual(['']);
  });

  it.each([
    ['Business Name', 'Delgado Bakery'],
    ['WitnessName', 'x'],
    ['Address No', 'x'],
    ['Class #', 'x'],
    ['ZIP', '320841234'],
    ['Account number', '123456789'],
  ])('finds no Social Security numbers under "%s" with values such as %s', (heading, sample) => {
    expect(holdsSocialSecurityNumbers(heading, [sample])).toBe(false);
  });

  it("leaves out the decedent's Social Security numbers until they are chosen again", () => {
    const columns = [column('Spouse SSN', '987-65-4322'), column('Decedent SSN', '987-65-4321')];
    expect(ssnColumn(columns)).toBe(1);
    expect(ssnColumn([column('Notes', 'x')])).toBe(-1);
    const before = {
      ...{ kind: 'cases' as const, headings: ['Spouse SSN', 'Decedent SSN'] },
      columns: [{ field: 'ssn' as const, heading: 'Decedent SSN' }],
    };
    expect(matchColumns(columns, [before], 'cases').fields).toEqual(['', '']);
    expect(matchColumns([column('Social', '')], [], 'cases').fields).toEqual(['']);
  });

  it.each<['cases' | 'customers', string, string]>([
    ['cases', 'Case Identifier', 'case_number'],
    ['cases', 'DOB', 'date_of_birth'],
    ['cases', 'DOD', 'date_of_death'],
    ['cases', 'Hour of Death', 'time_of_death'],
    ['cases', 'Location', 'funeral_home'],
    ['cases', 'Kind of Service', 'service_type'],
    ['cases', 'Wife/Husband', 'spouse_name'],
    ['cases', 'LN', 'deceased_last_name'],
    ['cases', 'RL', 'kin_relationship'],
    ['cases', 'Informant Phone', 'kin_phone'],
    ['cases', 'Last Residence', 'home_address_street'],
    ['cases', 'Pmts Received', 'total_paid'],
    ['cases', 'NOK Home Tel', 'kin_phone'],
    ['cases', 'Zip+4', 'home_address_zip'],
    ['cases', 'NOK Suffix', 'kin_suffix'],
    ['cases', 'Spouse Suffix', 'spouse_suffix'],
    ['customers', 'Suffix', 'suffix'],
    ['customers', 'Home Tel', 'phone'],
    ['customers', 'Zip+4', 'zip_code'],
    ['customers', 'Home Ph', 'phone'],
    ['customers', 'Mailing Addr', 'address'],
    ['customers', 'ZIP/Postal', 'zip_code'],
  ])('matches a column of %s called "%s" to %s', (kind, heading, field) => {
    expect(matchColumns([{ heading, samples: ['x'] }], [], kind).fields).toEqual([field]);
  });

  it('finds Social Security numbers under "Social" if some are pending', () => {
    const columns = [{ heading: 'Social', samples: ['987-65-4321', 'pending', 'pending'] }];
    expect(holdsSocialSecurityNumbers('Social', columns[0]?.samples ?? [])).toBe(true);
    expect([matchColumns(columns, [], 'cases').fields, ssnColumn(columns)]).toEqual([[''], 0]);
  });
});

const columnFor = (
  field: 'time_of_death' | 'date_of_birth' | 'date_of_death' | 'service_date',
  ...values: string[]
) => ({
  ...{ field, values },
});

it("reads days of unclear order like the file's other columns, unless these differ", () => {
  const open = columnFor('service_date', '5/6/2019', '7/8/2019');
  const [first, second] = [columnFor('date_of_birth', '25/12/1934'), columnFor('date_of_death', '12/25/2018')];
  expect(proposedReadings([first, open])).toEqual([{ day_order: 'day_first' }, { day_order: 'day_first' }]);
  expect(proposedReadings([first, second, open])[2]).toEqual({});
  expect(proposedReadings([open])).toEqual([{}]);
});

it('reads words and unclear days as in the last file, and clear days as written', () => {
  const before = [
    { field: 'date_of_birth' as const, day_order: 'day_first' as const },
    { field: 'date_of_death' as const, day_order: 'day_first' as const },
  ];
  expect(
    proposedReadings([columnFor('date_of_birth', '12/25/1934'), columnFor('date_of_death', '5/6/2019')], before),
  ).toEqual([{ day_order: 'month_first' }, { day_order: 'day_first' }]);
});

it.each([
  [['5/6/2019'], true],
  [['5/6/2019', '25/6/2019'], false],
  [['5/5/2019', '2019-05-06', '00/00/0000', 'May 6, 2019'], false],
  [['25/6/2019', '6/25/2019', '5/6/2019'], true],
])('reports whether the order of %o is unclear', (values, is) => {
  expect(isOrderOpen(values)).toBe(is);
});

it('detects a 24-hour clock from the times of a column', () => {
  expect(proposedReadings([columnFor('time_of_death', '10:15', '16:40')])).toEqual([{ is_24_hour: true }]);
  expect(proposedReadings([columnFor('time_of_death', '10:15', '2:40')])).toEqual([{}]);
});
