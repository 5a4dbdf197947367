import { describe, expect, it } from 'vitest';
import { holdsSocialSecurityNumbers, matchColumns, ssnColumn } from './match-columns.ts';

const column = (heading: string, ...samples: string[]) => ({ heading, samples });

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

  it("accepts a postal code as a customer's ZIP code", () => {
    expect(matchColumns([column('ZIP/Postal', '32084-')]).fields).toEqual(['zip_code']);
  });

  it('gives the next of kin no column of a hospital, a physician or the deceased', () => {
    const headings = ['Case No', 'Last Name', 'Phone', 'Email', 'Facility Phone', 'Physician', 'Phone (2)', 'Column 8'];
    const { fields } = matchColumns(
      headings.map((heading) => column(heading, '386-555-0100')),
      [],
      'cases',
    );
    expect(fields).toEqual(['case_number', 'deceased_last_name', '', '', '', '', '', '']);
  });

  it('gives the next of kin an unnamed column after one of their own', () => {
    const headings = ['Address', 'Zip', 'NOK First Name', 'Relationship', 'Phone', 'Email', 'Address (2)', 'Phone (2)'];
    const { fields } = matchColumns(
      headings.map((heading) => column(heading)),
      [],
      'cases',
    );
    expect(fields).toEqual([
      ...['home_address_street', 'home_address_zip', 'kin_first_name', 'kin_relationship', 'kin_phone', 'kin_email'],
      ...['kin_address', 'kin_second_phone'],
    ]);
    expect(matchColumns([column('NOK Tel', '386-555-0199')], [], 'cases').fields).toEqual(['kin_phone']);
  });

  it('gives one of two equal headings the field that no other column fills', () => {
    const fieldsOf = (...headings: string[]) =>
      matchColumns(
        headings.map((heading) => column(heading)),
        [],
        'cases',
      ).fields;
    expect(fieldsOf('Disposition', 'Svc Type')).toEqual(['disposition_method', 'service_type']);
    expect(fieldsOf('Disposition')).toEqual(['service_type']);
    expect(fieldsOf('ID', 'Contract', 'Case No')).toEqual(['', '', 'case_number']);
  });

  it('matches usual headings of money, residence, spouse, cemetery and service', () => {
    const headings = [
      ...[
        'Decedent',
        'Res City',
        'County',
        'Spouse',
        'Veteran',
        'Branch of Service',
        'Cemetery',
        'Funeral Time',
        'TOD',
      ],
      ...['Charges', 'Amount Paid', 'Bal Due', 'Informant', 'Inf Cell', 'Inf Home Phone'],
    ];
    expect(
      matchColumns(
        headings.map((heading) => column(heading)),
        [],
        'cases',
      ).fields,
    ).toEqual([
      ...['deceased_name', 'home_address_city', 'home_address_county', 'spouse_name', 'is_veteran', 'military_branch'],
      ...['cemetery_name', 'service_time', 'time_of_death', 'contract_total', 'total_paid', 'balance', 'kin_name'],
      ...['kin_phone', 'kin_second_phone'],
    ]);
  });

  it('matches "Branch" to the home, or to the armed forces by its values', () => {
    const branch = (...values: string[]) => matchColumns([column('Branch', ...values)], [], 'cases').fields[0];
    expect(branch('Main Street Chapel', 'Navy Yard Chapel')).toBe('funeral_home');
    for (const values of [['Army', 'U.S. Navy'], ['USMC'], ['Air Force', 'US Army (WWII)'], ['Coast Guard']])
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
    ['decedentssn_last', ['x']],
    ['dec_ssn', ['x']],
    ['S.S. No.', ['x']],
    ['Decedent', ['987-65-4321', '']],
    ['Code', ['987654321', '123456789']],
  ])('S-01 leaves a column of Social Security numbers out: %s', (heading, samples) => {
    expect(holdsSocialSecurityNumbers(heading, samples)).toBe(true);
    expect(matchColumns([{ heading, samples }]).fields).toEqual(['']);
  });

  it.each(['Business Name', 'businessname', 'WitnessName', 'Address No', 'Class #'])(
    'finds no Social Security numbers behind "%s"',
    (heading) => {
      expect(holdsSocialSecurityNumbers(heading, ['Delgado Bakery', 'x'])).toBe(false);
    },
  );

  it('finds no Social Security numbers behind nine digits of another kind', () => {
    expect(holdsSocialSecurityNumbers('ZIP', ['320841234'])).toBe(false);
    expect(holdsSocialSecurityNumbers('Account number', ['123456789'])).toBe(false);
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
    ...(
      [
        ['Case Identifier', 'case_number'],
        ['Case Notes', 'director_notes'],
        ['General Notes', 'director_notes'],
        ['Hour of Death', 'time_of_death'],
        ['Last Address', 'home_address_street'],
        ['Still owed', 'balance'],
        ['Kind of Service', 'service_type'],
        ['Wife/Husband', 'spouse_name'],
        ['LN', 'deceased_last_name'],
        ['FN', 'deceased_first_name'],
        ['MN', 'deceased_middle_name'],
        ['BD', 'date_of_birth'],
        ['DB', 'date_of_birth'],
        ['DD', 'date_of_death'],
        ['SV', 'service_type'],
        ['RL', 'kin_relationship'],
      ] as const
    ).map(([heading, field]) => ['cases', heading, field] as ['cases', string, string]),
    ['customers', 'Home Ph', 'phone'],
    ['customers', 'PH', 'phone'],
    ['customers', 'Mailing Addr', 'address'],
    ['customers', 'Street Addr', 'address'],
  ])('matches a column of %s called "%s" to %s', (kind, heading, field) => {
    expect(matchColumns([{ heading, samples: ['x'] }], [], kind).fields).toEqual([field]);
  });

  it('finds Social Security numbers under "Social" if some are pending', () => {
    const columns = [{ heading: 'Social', samples: ['987-65-4321', 'pending', 'pending'] }];
    expect(holdsSocialSecurityNumbers('Social', columns[0]?.samples ?? [])).toBe(true);
    expect([matchColumns(columns, [], 'cases').fields, ssnColumn(columns)]).toEqual([[''], 0]);
  });
});
