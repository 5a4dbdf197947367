import { describe, expect, it } from 'vitest';
import { holdsSocialSecurityNumbers, matchColumns, ssnColumn } from './match-columns.ts';

const column = (heading: string, ...samples: string[]) => ({ heading, samples });

describe('columns of another system', () => {
  it('are matched by name, and by the look of their values where a heading says nothing, each field once', () => {
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
  ])('of customers are not guessed from values where the heading names something else: %s', (heading, ...samples) => {
    expect(matchColumns([column(heading, ...samples)]).fields).toEqual(['']);
  });

  it('of customers may name a ZIP code as a postal code, too', () => {
    expect(matchColumns([column('ZIP/Postal', '32084-')]).fields).toEqual(['zip_code']);
  });

  it('of a hospital, a physician or the deceased are not taken for those of the next of kin', () => {
    const headings = ['Case No', 'Last Name', 'Phone', 'Email', 'Facility Phone', 'Physician', 'Phone (2)', 'Column 8'];
    const { fields } = matchColumns(
      headings.map((heading) => column(heading, '386-555-0100')),
      [],
      'cases',
    );
    expect(fields).toEqual(['case_number', 'deceased_last_name', '', '', '', '', '', '']);
  });

  it('without a name are those of the next of kin behind another column of theirs', () => {
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

  it('of one name go to the field that no other column fills', () => {
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

  it('with money, residence, spouse, cemetery and service of the armed forces are known by their usual names', () => {
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

  it('called "Branch" hold the funeral home, or the branch of the armed forces where they name one', () => {
    const branch = (...values: string[]) => matchColumns([column('Branch', ...values)], [], 'cases').fields[0];
    expect(branch('Main Street Chapel', 'Navy Yard Chapel')).toBe('funeral_home');
    for (const values of [['Army', 'U.S. Navy'], ['USMC'], ['Air Force', 'US Army (WWII)'], ['Coast Guard']])
      expect(branch(...values)).toBe('military_branch');
  });

  it('are matched as the last file with the same headings was', () => {
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
  ])('S-01 with Social Security numbers fill nothing: %s', (heading, samples) => {
    expect(holdsSocialSecurityNumbers(heading, samples)).toBe(true);
    expect(matchColumns([{ heading, samples }]).fields).toEqual(['']);
  });

  it.each(['Business Name', 'businessname', 'WitnessName', 'Address No', 'Class #'])(
    'are not meant by "%s"',
    (heading) => {
      expect(holdsSocialSecurityNumbers(heading, ['Delgado Bakery', 'x'])).toBe(false);
    },
  );

  it('with nine digits of another kind are none of these', () => {
    expect(holdsSocialSecurityNumbers('ZIP', ['320841234'])).toBe(false);
    expect(holdsSocialSecurityNumbers('Account number', ['123456789'])).toBe(false);
  });

  it('of Social Security numbers are those of the deceased by their heading, and fill nothing unless chosen again', () => {
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
  ])('of %s called "%s" fill %s', (kind, heading, field) => {
    expect(matchColumns([{ heading, samples: ['x'] }], [], kind).fields).toEqual([field]);
  });

  it('called "Social" hold Social Security numbers, also where some are pending', () => {
    const columns = [{ heading: 'Social', samples: ['987-65-4321', 'pending', 'pending'] }];
    expect(holdsSocialSecurityNumbers('Social', columns[0]?.samples ?? [])).toBe(true);
    expect([matchColumns(columns, [], 'cases').fields, ssnColumn(columns)]).toEqual([[''], 0]);
  });
});
