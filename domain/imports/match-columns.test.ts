import { describe, expect, it } from 'vitest';
import { holdsSocialSecurityNumbers, matchColumns } from './match-columns.ts';

const column = (heading: string, ...samples: string[]) => ({ heading, samples });

describe('columns of another system', () => {
  it('are matched by name, then by the look of their values, each field once', () => {
    const { fields } = matchColumns([
      column('First Name', 'Ada'),
      column('SURNAME', 'Brannock'),
      column('Cell Phone', '9045550100'),
      column('Home Phone', '9045550101'),
      column('Contact', 'ada@example.com', ''),
      column('X7', '32084', '30303-1234'),
      column('X8', 'GA', 'fl'),
      column('X9', '12 Oak Street', '7b Elm Road'),
      column('Joined', '3/4/2019', '2020-01-02'),
      column('Whatever', 'blue'),
      column('Empty', '', ''),
    ]);
    expect(fields).toEqual([
      ...['first_name', 'last_name', 'phone', '', 'email', 'zip_code', 'state', 'address', 'created_at', '', ''],
    ]);
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
});
