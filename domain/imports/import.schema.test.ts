import { describe, expect, it } from 'vitest';
import { NewImport } from './import.schema.ts';
import { ssnMask } from './sanitize-line.ts';

const file = { kind: 'cases', file_name: 'cases.csv', fingerprint: 'a'.repeat(64), line_count: 1, headings: ['x'] };
const number = { field: 'case_number', heading: 'No' };
const begun = (columns: object[], changes: object = {}) =>
  NewImport.safeParse({
    ...{ ...file, ...changes },
    columns: [number, { field: 'deceased_last_name', heading: 'Last' }, ...columns],
  });
const problems = (columns: object[]) => begun(columns).error?.issues.map(({ message }) => message);

describe('NewImport', () => {
  it('normalizes words for lookup', () => {
    const values = { ' TRAD  ': 'traditional', Zz: '' };
    const { data } = begun([{ field: 'service_type', heading: 'Svc', values }]);
    expect(data?.columns[2]?.values).toEqual({ trad: 'traditional', zz: '' });
  });

  it('S-09 removes Social Security numbers from file name, headings and words', () => {
    const headings = ['g 987-65-4321', 'x'];
    const values = { '987-65-4321': 'male', '219099999': '', m: 'male' };
    const gender = { field: 'gender', heading: headings[0], values };
    const { data } = begun([gender], { file_name: 'Smith 987-65-4321.csv', headings });
    expect(data).toMatchObject({ file_name: `Smith ${ssnMask}.csv`, headings: [`g ${ssnMask}`, 'x'] });
    expect(data?.columns[2]).toMatchObject({ heading: `g ${ssnMask}`, values: { m: 'male' } });
    expect(JSON.stringify(data)).not.toMatch(/4321|9999/);
  });

  it.each([
    [{ field: 'service_type', values: { TRAD: 'fancy' } }, '“fancy” is not a value of Service Type'],
    [{ field: 'city_of_death', values: { a: 'b' } }, 'City of Death has no list of values'],
    [{ field: 'service_type', day_order: 'day_first' }, 'Service Type is not a column of days'],
  ])('rejects meaningless settings of a column: %o', (column, message) => {
    expect(problems([{ heading: 'X', ...column }])).toEqual([message]);
  });

  it('accepts a whole name instead of the last name', () => {
    const columns = [number, { field: 'deceased_name', heading: 'Name' }];
    expect(NewImport.safeParse({ ...file, columns }).success).toBe(true);
    expect(NewImport.safeParse({ ...file, columns: columns.slice(0, 1) }).error?.issues[0]?.message).toBe(
      'Choose the column for the last name of the deceased',
    );
  });
});
