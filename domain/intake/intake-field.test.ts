import { describe, expect, it } from 'vitest';
import { type IntakeCondition, type IntakeValues, intakeConditions } from './intake-field.ts';

const today = '2025-11-20';
const adult = { date_of_birth: '1950-01-01', date_of_death: '2025-11-01' };

describe('intakeConditions', () => {
  it.each<[IntakeCondition, IntakeValues, boolean]>([
    ['isAdult', { date_of_birth: '2007-11-20' }, true],
    ['isAdult', { date_of_birth: '2007-11-21' }, false],
    ['isAdult', { date_of_birth: '2007-11-20', date_of_death: '2025-11-19' }, false],
    ['isAdult', { date_of_birth: '' }, false],
    ['ssnRequired', { ...adult, stillborn: true }, false],
    ['ssnRequired', { ...adult, stillborn: false }, true],
    ['ssnRequired', { ...adult, ssn_last4: '4320' }, false],
    ['hasSpouse', { marital_status: 'separated' }, true],
    ['bodyInUs', { current_body_country: 5 }, true],
    ['raceIncludesOtherPacific', { race: 'other_pacific_islander' }, false],
  ])('evaluates %s of %j as %s', (condition, values, expected) => {
    expect(intakeConditions[condition](values, today)).toBe(expected);
  });
});
