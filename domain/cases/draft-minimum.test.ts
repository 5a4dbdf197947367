import { expect, it } from 'vitest';
import { isMeaningful } from './case-validation.ts';

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
