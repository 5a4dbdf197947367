import { describe, expect, it } from 'vitest';
import { type IntakeCondition, type IntakeValues, intakeConditions } from './intake-field.ts';

const today = '2025-11-20';
const adult = { date_of_birth: '1950-01-01', date_of_death: '2025-11-01' };

describe('intakeConditions', () => {
  it.each<[IntakeCondition, IntakeValues, boolean]>([
    ['isAdult', adult, true],
    ['isAdult', { date_of_birth: '2007-11-20' }, true],
    ['isAdult', { date_of_birth: '2007-11-21' }, false],
    ['isAdult', { date_of_birth: '2007-11-20', date_of_death: '2025-11-19' }, false],
    ['isAdult', { date_of_birth: '' }, false],
    ['isAdult', { date_of_birth: 'soon' }, false],
    ['ssnRequired', { ...adult, stillborn: 'yes' }, false],
    ['ssnRequired', { ...adult, stillborn: true }, false],
    ['ssnRequired', { ...adult, stillborn: false }, true],
    ['ssnRequired', { ...adult, ssn_last4: '4320' }, false],
    ['ssnRequired', { date_of_birth: '2020-01-01' }, false],
    ['hasSpouse', { marital_status: 'widowed' }, true],
    ['hasSpouse', { marital_status: 'separated' }, true],
    ['hasSpouse', { marital_status: 'divorced' }, false],
    ['residenceInUs', { deceased_address_country: 'US' }, true],
    ['bodyInUs', { current_body_country: 5 }, true],
    ['bodyHasPostalCode', { current_body_country: 'JAM' }, false],
    ['otherCemeteryHasPostalCode', { cemetery_choice: 'other', cemetery_country: 'BHS' }, false],
    ['ethnicityIsOtherHispanic', { ethnicity: 'other' }, false],
    ['ethnicityHasOrigin', { ethnicity: 'other' }, true],
    ['raceIncludesOtherAsian', { race: ['white', 'other_asian'] }, true],
    ['raceIncludesOtherPacific', { race: 'other_pacific_islander' }, false],
    ['raceIncludesOther', { race: [] }, false],
  ])('evaluates %s of %j as %s', (condition, values, expected) => {
    expect(intakeConditions[condition](values, today)).toBe(expected);
  });
});
