import { describe, expect, it } from 'vitest';
import { caseDateErrors, caseDuplicateKeys, isMeaningful } from './case-validation.ts';

const dates = { date_of_birth: '', date_of_death: '2026-02-03' };
const values = (last_name: string) =>
  caseDuplicateKeys({ first_name: 'Maria', last_name, ...dates }).map(({ value }) => value);

describe('caseDuplicateKeys', () => {
  it('contains the last name with the day of death', () => {
    expect(values("O'Neill")).toEqual(['2026-02-03 oneill']);
  });

  it('contains each longer word of the last name', () => {
    expect(values('Solís de Ortega')).toEqual(['2026-02-03 solisdeortega', '2026-02-03 solis', '2026-02-03 ortega']);
    expect(values('Solis-Ortega')).toContain('2026-02-03 solis');
    expect(values('Ortega')).toEqual(['2026-02-03 ortega']);
  });
});

it.each<[boolean, object]>([
  [false, {}],
  [false, { deceased: { gender: 'unknown', country_of_death: 'USA', deceased_first_name: ' ' } }],
  [false, { demographics: { race: [] }, financial: { contract_total: '0.00' } }],
  [false, { deathCertificate: { dc_copies_ordered: 0 }, notes: { mailing_list_added: false } }],
  [true, { deceased: { deceased_last_name: 'Voss' } }],
  [true, { deceased: { was_hospice: false } }],
  [true, { medical: { has_pacemaker: false } }],
  [true, { deceased: { social_security_number: '987-65-4321' } }],
  [true, { deceased: { state_of_death: 'FL' } }],
  [true, { demographics: { marital_status: 'widowed' } }],
  [true, { financial: { contract_total: '0.01' } }],
  [true, { service: { service_time: '10:30' } }],
])('D2 §4 returns %s for a draft with %j', (worth, sections) => {
  expect(isMeaningful(sections)).toBe(worth);
});

const today = '2026-03-10';
const atTen = { date_of_death: '2026-03-01', time_of_death: '22:00' };
const errors = (values: Record<string, unknown>) => [...caseDateErrors(values, today)];

describe('caseDateErrors', () => {
  // Messages of D2 §5 for days out of range are in messages.test.ts; these are their limits and the other rules.
  it.each<[Record<string, unknown>, [string, string][]]>([
    [{ date_of_death: today, date_of_birth: today }, []],
    [{ date_of_death: '2026-03-01', service_date: '2026-01-30' }, []],
    [
      { date_of_death: '2026-03-01', service_date: '2026-01-29' },
      [['service_date', 'Service date cannot be more than 30 days before the date of death']],
    ],
    [{ date_of_death: '2026-03-01', service_date: '2027-03-01' }, []],
    [
      { date_of_death: '2026-03-01', service_date: '2027-03-02' },
      [['service_date', 'Service date cannot be more than 1 year after the date of death']],
    ],
    [{ service_date: '2026-09-10' }, []],
    [{ service_date: '2026-09-11' }, [['service_date', 'Service date cannot be more than 6 months in the future']]],
    [{ date_of_death: '2026-03-01', cremation_date: '2026-03-02' }, []],
    [
      { ...atTen, cremation_date: '2026-03-02', cremation_time: '09:00' },
      [['cremation_date', 'Cremation must be at least 24 hours after death (regulatory requirement)']],
    ],
    [{ ...atTen, cremation_date: '2026-03-02', cremation_time: '22:00' }, []],
    [{ cremation_date: '2026-06-08' }, []],
    [{ date_of_birth: '1950-05-05', military_service_start_date: '1967-05-05' }, []],
    [
      { date_of_death: '2026-03-05', disposition_date: '2026-03-04', mother_date_of_birth: '2026-03-11' },
      [
        ['disposition_date', 'Date of disposition must be on or after date of death'],
        ['mother_date_of_birth', 'Mother’s date of birth cannot be in the future'],
      ],
    ],
    [
      {
        ...{ date_of_death: '2026-03-05', dc_delivered_to_doctor_date: '2026-03-04' },
        ...{ dc_county_completed_date: '2026-03-11', dc_amendment_asked_date: today, dc_amended_date: '2026-03-09' },
      },
      [
        ['dc_delivered_to_doctor_date', 'Delivered to doctor: the date must be on or after date of death'],
        ['dc_county_completed_date', 'Completed by county on: the date cannot be in the future'],
        ['dc_amended_date', 'Amended on must be on or after the day the amendment was asked for'],
      ],
    ],
    [{ date_of_death: today, dc_delivered_to_doctor_date: today, dc_amended_date: today, disposition_date: today }, []],
    [{ date_of_birth: 'soon', service_date: 7, cremation_date: null }, []],
  ])('returns the errors of %j', (values, expected) => {
    expect(errors(values)).toEqual(expected);
  });
});
