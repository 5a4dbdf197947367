import { describe, expect, it } from 'vitest';
import { caseDuplicateKeys, isMeaningful } from './case-validation.ts';

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
