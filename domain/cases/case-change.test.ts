import { describe, expect, it } from 'vitest';
import { firstCallErrors } from '#domain/first-calls/first-call.rules.ts';
import { clockOfHome } from '#domain/shared/values/date-time.ts';
import { computeCaseChange } from './case-change.ts';

const clock = clockOfHome({ time_zone: 'America/New_York', state: 'FL' }, new Date('2026-11-28T19:15:00Z'));
const context = { today: '2026-11-28', stage: 'draft', clock } as const;

it('rejects a service at a time that the change of clocks skips', () => {
  const sent = { date_of_death: '2027-03-01', service_date: '2027-03-14', service_time: '02:30' };
  expect(computeCaseChange({}, sent, { ...context, today: '2027-03-10' }).errors).toEqual({
    service_time: ['There is no 2:30 AM on Mar 14, 2027: clocks go forward then'],
  });
});

it.each([
  ['AZ', undefined],
  ['HI', undefined],
  ['PR', undefined],
  ['GA', ['There is no 2:30 AM on Mar 8, 2026: clocks go forward then']],
])('validates a time of death in %s by the clock of that state', (state_of_death, errors) => {
  const sent = { date_of_death: '2026-03-08', time_of_death: '02:30', state_of_death };
  expect(computeCaseChange({}, sent, context).errors.time_of_death).toEqual(errors);
});

it('accepts any time of death abroad', () => {
  const sent = { date_of_death: '2026-03-08', time_of_death: '02:30', country_of_death: 'Mexico' };
  expect(computeCaseChange({}, sent, context).errors.time_of_death).toBeUndefined();
});

it('rejects a time of death after now at the home', () => {
  expect(computeCaseChange({}, { date_of_death: '2026-11-28', time_of_death: '23:59' }, context).errors).toEqual({
    time_of_death: ['Time of death cannot be in the future: it is 2:15 PM at the funeral home'],
  });
});

it('accepts a stored time that does not exist', () => {
  const known = { service: { service_date: '2027-03-14', service_time: '02:30' } };
  expect(computeCaseChange(known, { service_location: 'Chapel' }, context).errors).toEqual({});
});

it.each([
  ['first_call_received_at', '2026-11-29T08:00', 'First call received cannot be in the future'],
  ['intake_consent_at', '2026-12-29T08:00', 'Agreed at cannot be in the future'],
  ['embalming_approved_on', '2026-11-29', 'Approved on cannot be in the future'],
  ['date_of_statement', '9999-12-31', 'Date of statement cannot be more than 10 years in the future'],
  ['payment_due_date', '2036-11-29', 'Full Payment Due Date cannot be more than 10 years in the future'],
  [
    'removal_expected_at',
    '9999-12-31T23:59',
    'Arrival time given to family cannot be more than 10 years in the future',
  ],
])('rejects a mistyped year in %s', (name, value, message) => {
  expect(computeCaseChange({}, { [name]: value }, context).errors).toEqual({ [name]: [message] });
});

it.each([
  ['first_call_received_at', '2026-11-28T23:59'],
  ['first_call_received_at', '2026-11-29T02:00:00.000Z'],
  ['payment_due_date', '2027-02-28'],
])('accepts %s on %s', (name, value) => {
  expect(computeCaseChange({}, { [name]: value }, context).errors).toEqual({});
});

const draft = { today: '2026-03-10', stage: 'draft' } as const;
const errorsOf = (sent: Record<string, unknown>) => computeCaseChange({}, sent, draft).errors;
const short = (label: string) => [`${label} must be at least 2 characters long`];

describe('first or last name of one letter', () => {
  it('rejects a one-letter name until it is confirmed as the whole name', () => {
    const names = { deceased_first_name: 'Ý', deceased_last_name: 'O' };
    const refused = { deceased_first_name: short('First name'), deceased_last_name: short('Last name') };
    expect(errorsOf(names)).toEqual(refused);
    expect(firstCallErrors(names, draft)).toEqual(refused);
    expect(errorsOf({ ...names, deceased_whole_name: true })).toEqual({});
    expect(firstCallErrors({ ...names, deceased_whole_name: true }, draft)).toEqual({});
  });

  it('accepts a confirmed next of kin that informant and family repeat', () => {
    const nextOfKin = { relationship: 'spouse', first_name: 'Ann', last_name: 'O', phone: '9045550171' };
    expect(errorsOf({ next_of_kins: [nextOfKin] })).toMatchObject({ 'next_of_kins.0.last_name': short('Last name') });
    const { errors, sections } = computeCaseChange({}, { next_of_kins: [{ ...nextOfKin, whole_name: true }] }, draft);
    expect(errors).toEqual({});
    const informant = sections.get('informant')?.values ?? {};
    expect(errorsOf({ ...informant, customer_last_name: 'O' })).toEqual({});
    expect(sections.get('family')?.values).toMatchObject({ spouse_last_name: 'O', family_whole_name: true });
  });

  it('asks again for another person, and never for a longer name', () => {
    expect(errorsOf({ deceased_last_name: 'O', family_whole_name: true })).toMatchObject({
      deceased_last_name: short('Last name'),
    });
    expect(errorsOf({ deceased_last_name: 'Ng', deceased_whole_name: true })).toEqual({
      deceased_whole_name: ['Yes, this is the whole name does not apply here'],
    });
    expect(errorsOf({ deceased_last_name: '1', deceased_whole_name: true })).toHaveProperty('deceased_last_name');
  });
});
