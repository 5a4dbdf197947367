import { describe, expect, it } from 'vitest';
import { kinOfLine, readCaseLine, sectionsOfLine } from './case-lines.ts';
import type { ColumnName } from './column-names.ts';
import { matchColumns } from './match-columns.ts';

const homes = [
  { id: '0193a000-0000-7000-8000-000000000001', name: 'Whitcomb & Ames', slug: 'whitcomb-ames' },
  { id: '0193a000-0000-7000-8000-000000000002', name: 'Northside Chapel', slug: 'northside-chapel' },
];
const rules = { today: '2026-11-24', territories: false, homes, homeId: homes[0]?.id ?? '' };
const read = (line: Partial<Record<ColumnName, string>>) => {
  const filled = { case_number: 'WA-2019-0001', deceased_last_name: 'Pruitt', ...line };
  return readCaseLine(Object.keys(filled) as ColumnName[], Object.values(filled), rules);
};

describe('a line of a file of cases', () => {
  it('is read as other systems write it', () => {
    const { fields, faults } = read({
      ...{ status: 'Closed', funeral_home: 'northside chapel', gender: 'F', date_of_birth: '3/4/1934' },
      ...{ date_of_death: '2019-11-02', state_of_death: 'georgia', service_type: 'Burial', created_at: '11/3/2019' },
      ...{ kin_first_name: 'Ada', kin_last_name: 'Pruitt', kin_relationship: 'Wife', kin_zip_code: '3208' },
    });
    expect(faults).toEqual([]);
    expect(fields).toMatchObject({
      ...{ status: 'completed', funeral_home: homes[1]?.id, gender: 'female', date_of_birth: '1934-03-04' },
      ...{ date_of_death: '2019-11-02', state_of_death: 'GA', service_type: 'traditional', created_at: '2019-11-03' },
      ...{ kin_relationship: 'spouse', kin_zip_code: '03208' },
    });
  });

  it('is a completed case of one’s own home where it says nothing else', () => {
    expect(read({}).fields).toMatchObject({ status: 'completed', funeral_home: homes[0]?.id });
  });

  it.each([
    [{ case_number: '' }, 'The case number is required'],
    [{ deceased_last_name: ' ' }, 'The last name of the deceased is required'],
    [{ status: 'Purple' }, 'The status “Purple” is none of draft, active, completed or cancelled'],
    [{ funeral_home: 'Elsewhere' }, 'No funeral home of the organization is called “Elsewhere”'],
    [{ date_of_death: '31/31/2019' }, 'The date of death is not a day such as 2019-03-04 or 3/4/2019'],
    [{ created_at: '2027-01-01' }, 'The created date is in the future'],
    [{ kin_first_name: 'Ada', kin_last_name: 'P.', kin_phone: '12' }, 'Phone number must be 10 digits'],
    [{ director_notes: 'was 987-65-4321' }, expect.stringContaining('Social Security number')],
  ])('is refused in words: %o', (line, why) => {
    expect(read(line).faults).toContainEqual(why);
  });

  it('is taken with names of one letter', () => {
    const kin = { kin_first_name: 'Ý', kin_last_name: '李' };
    const { fields, faults } = read({ deceased_first_name: 'Ô', deceased_last_name: '李', ...kin });
    expect(faults).toEqual([]);
    expect(sectionsOfLine(fields, rules.today).sections).toMatchObject({
      deceased: { deceased_first_name: 'Ô', deceased_last_name: '李' },
      informant: { next_of_kins: [{ first_name: 'Ý', last_name: '李' }] },
    });
    expect(read({ deceased_last_name: '7' }).faults).not.toEqual([]);
  });

  it('is taken without a state abroad, of the death or of the next of kin, and says so', () => {
    const kin = { kin_first_name: 'Ada', kin_last_name: 'Pruitt', kin_state: 'Québec', kin_zip_code: 'K1A 0B1' };
    const { fields, faults, notes } = read({ state_of_death: 'Ontario', ...kin });
    expect(faults).toEqual([]);
    expect(notes).toEqual([
      'The state of death “Ontario” is no US state, and is not brought along',
      'The state “Québec” is no US state, and is not brought along',
    ]);
    expect(fields).not.toHaveProperty('state_of_death');
    expect(kinOfLine(fields)).toMatchObject({ state: '', zip_code: 'K1A 0B1' });
    expect(sectionsOfLine(fields, rules.today).faults).toEqual([]);
    const wrong = read({ ...kin, kin_state: 'FL', kin_zip_code: '12' });
    expect(wrong.faults).toEqual(['ZIP code must be in format 12345 or 12345-6789']);
  });

  it('is refused for days that contradict each other', () => {
    expect(read({ date_of_birth: '2019-01-01', date_of_death: '1934-01-01' }).faults.length).toBeGreaterThan(0);
  });

  it('says the sections of a case, with its next of kin', () => {
    const { fields } = read({ kin_first_name: 'Ada', kin_last_name: 'Pruitt', kin_phone: '9045550100' });
    expect(sectionsOfLine(fields, rules.today).sections).toMatchObject({
      deceased: { deceased_last_name: 'Pruitt' },
      informant: { informant_name: 'Ada Pruitt', next_of_kins: [{ first_name: 'Ada', relationship: 'other' }] },
    });
    expect(kinOfLine(fields)).toMatchObject({ first_name: 'Ada', phone: '9045550100' });
    expect(kinOfLine(read({ kin_last_name: 'Pruitt' }).fields)).toBeUndefined();
  });

  it('has columns that are found by the names that other systems have', () => {
    const headings = [
      'Case No',
      'Decedent Last Name',
      'DOB',
      'DOD',
      'Location',
      'NOK First Name',
      'Informant Phone',
      'SSN',
    ];
    const { fields } = matchColumns(
      headings.map((heading) => ({ heading, samples: ['x'] })),
      [],
      'cases',
    );
    expect(fields).toEqual([
      ...['case_number', 'deceased_last_name', 'date_of_birth', 'date_of_death', 'funeral_home', 'kin_first_name'],
      ...['kin_phone', ''],
    ]);
  });
});
