import { expect, it } from 'vitest';
import { factsOf } from './deadline-facts.ts';
import { obligationsOf } from './obligations.ts';
import { stateRules } from './state-rules.ts';

/** A Tuesday morning, a Friday night, and half an hour before the night on which clocks change. */
const deaths = [
  { date_of_death: '2026-03-03', time_of_death: '10:00', delivered: '2026-03-04', cremated: '2026-03-09' },
  { date_of_death: '2026-03-20', time_of_death: '22:00', delivered: '2026-03-21', cremated: '2026-03-26' },
  { date_of_death: '2026-03-07', time_of_death: '23:30', delivered: '2026-03-08', cremated: '2026-03-13' },
];

/** When each rule ends for these deaths; computed separately from the statutes and a calendar. */
const table = [
  ['AK', 'permit', '03-06 10:00', '03-23 22:00', '03-11 00:30'],
  ['CA', 'filing', '03-09', '03-26', '03-13'],
  ['CA', 'certifier', '03-04 01:00', '03-21 13:00', '03-08 15:30'],
  ['CA', 'permit', '03-09', '03-26', '03-13'],
  ['CA', 'permit_return', '03-19', '04-05', '03-23'],
  ['CT', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['DC', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['FL', 'filing', '03-08', '03-25', '03-12'],
  ['FL', 'certifier', '03-07', '03-24', '03-11'],
  ['FL', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['FL', 'permit', '03-09', '03-26', '03-13'],
  ['FL', 'cremation_permit', '03-09', '03-26', '03-13'],
  ['FL', 'preservation', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['GA', 'filing', '03-06 10:00', '03-23 22:00', '03-11 00:30'],
  ['GA', 'certifier', '03-06 10:00', '03-23 22:00', '03-11 00:30'],
  ['IN', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['KS', 'filing', '03-06', '03-23', '03-10'],
  ['KS', 'cremation_permit', '03-09', '03-26', '03-13'],
  ['KS', 'preservation', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['MA', 'certifier', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['MA', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['MA', 'permit', '03-09', '03-26', '03-13'],
  ['ME', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['ME', 'cremation_permit', '03-09', '03-26', '03-13'],
  ['MI', 'filing', '03-06 10:00', '03-23 22:00', '03-11 00:30'],
  ['MI', 'certifier', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['MI', 'permit', '03-09', '03-26', '03-13'],
  ['MI', 'preservation', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['MO', 'filing', '03-08', '03-25', '03-12'],
  ['MO', 'certifier', '03-06 10:00', '03-23 22:00', '03-11 00:30'],
  ['MO', 'preservation', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['NH', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['NH', 'cremation_permit', '03-09', '03-26', '03-13'],
  ['NV', 'permit', '03-09', '03-26', '03-13'],
  ['NY', 'filing', '03-06 10:00', '03-23 22:00', '03-11 00:30'],
  ['NY', 'permit', '03-09', '03-26', '03-13'],
  ['NY', 'permit_return', '03-16', '04-02', '03-20'],
  ['OR', 'first_notice', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['OR', 'filing', '03-08', '03-25', '03-12'],
  ['OR', 'permit', '03-09', '03-26', '03-13'],
  ['PA', 'filing', '03-07 10:00', '03-24 22:00', '03-12 00:30'],
  ['PA', 'permit', '03-09', '03-26', '03-13'],
  ['PA', 'permit_return', '03-19', '04-05', '03-23'],
  ['PA', 'preservation', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['SC', 'filing', '03-08', '03-25', '03-12'],
  ['SC', 'certifier', '03-06', '03-23', '03-10'],
  ['SC', 'permit', '03-09', '03-26', '03-13'],
  ['SC', 'cremation_wait', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['SD', 'permit', '03-09', '03-26', '03-13'],
  ['SD', 'cremation_wait', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['TX', 'first_notice', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['TX', 'filing', '03-13', '03-30', '03-17'],
  ['TX', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['TX', 'permit', '03-09', '03-26', '03-13'],
  ['TX', 'preservation', '03-04 10:00', '03-21 22:00', '03-09 00:30'],
  ['WA', 'filing', '03-08', '03-25', '03-12'],
  ['WA', 'permit', '03-09', '03-26', '03-13'],
  ['WI', 'cremation_wait', '03-05 10:00', '03-22 22:00', '03-10 00:30'],
  ['WI', 'cremation_permit', '03-09', '03-26', '03-13'],
] as const;

it.each(table)('ends in %s %s on %s, %s and %s', (state, kind, ...ends) => {
  const found = deaths.map(({ date_of_death, time_of_death, delivered, cremated }) => {
    const sections = {
      deceased: { date_of_death, time_of_death, state_of_death: state },
      service: { service_type: 'direct_cremation' },
      medical: { cremation_date: cremated },
      deathCertificate: { dc_delivered_to_doctor_date: delivered },
    };
    const one = obligationsOf(factsOf({ status: 'active' }, sections, []), { owner: null }).find(
      (obligation) => obligation.kind === kind && obligation.state === state,
    );
    return one && [one.due.slice(5), one.time].filter(Boolean).join(' ');
  });
  expect(found).toEqual(ends);
});

it('covers every rule of every state', () => {
  const written = Object.entries(stateRules).flatMap(([state, rules]) => rules.map(({ kind }) => `${state} ${kind}`));
  expect(table.map(([state, kind]) => `${state} ${kind}`).toSorted()).toEqual(written.toSorted());
});
