import { describe, expect, it } from 'vitest';
import { caseProjection } from '#functions/cases/projection/cases.ts';
import { keysOf } from '#functions/platform/store/keys.ts';

const pk = 'T#org#CASE#case-1';
const assignment = (changes: object = {}) => ({
  ...{ id: 'assignment-1', company: 'Harbor Life', policy_number: 'HL-1', amount_cents: 100_000, contact_phone: '' },
  ...{ expected_on: null, notes: '', status: 'assigned', payment_id: null, received_cents: 0 },
  ...{ updated_at: '2026-04-01T04:30:00.000Z', updated_by_name: null, ...changes },
});
/** Opened on the last evening of March in Missouri, which is April in UTC. */
const core = (changes: object = {}) => ({
  ...{ pk, sk: 'CASE', shape: 1, id: 'case-1', organization_id: 'org', case_number: 'WA-2026-0001', version: 1 },
  ...{ status: 'active', created_at: '2026-04-01T04:30:00.000Z', updated_at: '2026-04-01T04:30:00.000Z' },
  ...{ opened_on: '2026-03-31', created_by_id: 'dee', created_by_name: 'Dee Kowalski', funeral_home_id: 'home-1' },
  ...{ source_submission_id: null, ssn_id: null, ssn_last4: null, paid_cents: 125_050 },
  ...{ money_to_come: { assignments: [assignment()], plan: null }, ...changes },
});
const section = (id: string, values: object) => ({
  ...{ pk, sk: `SECTION#${id}`, shape: 1, version: 1, updated_at: '2026-04-01T05:00:00.000Z', values },
});
const received = (on: string) => ({
  ...{ id: on, move: 'received', on, copies: 2, copy_type: 'long', fee_cents: 1_500, recipient: '', notes: '' },
  ...{ created_at: `${on}T15:00:00.000Z`, created_by_name: null },
});
const fees = {
  ...{ date_of_statement: '2026-04-01', hearse_fee: '400.00', casket_fee: '2500.10', sales_tax: '17.55' },
  ...{ death_certificate_fee_each: '15.00', death_certificate_copies: '4' },
};
const whole = [
  section('deceased', { deceased_first_name: 'José', deceased_last_name: 'Núñez' }),
  section('service', { service_type: 'traditional' }),
  section('innerOffice', { first_call_received_at: '2026-03-30T23:50' }),
  section('servicesFees', fees),
  section('financial', { contract_total: '3000.00' }),
  section('deathCertificate', { dc_county_completed: true, dc_county_completed_date: '2026-04-09' }),
  { pk, sk: 'PART#COPIES', shape: 1, version: 1, entries: [received('2026-04-20'), received('2026-04-10')] },
];
const projected = (changes: object = {}, parts: object[] = whole) =>
  caseProjection.project(keysOf('org'), 'case-1', [core(changes), ...(parts as typeof whole)]);
const countedOf = (changes: object = {}, parts: object[] = whole) =>
  Object.fromEntries(
    (projected(changes, parts)?.copies ?? [])
      .filter(({ sk }) => sk.startsWith('FACT#'))
      .map(({ group, day, add }) => [`${group} ${day}`, JSON.parse(String(add))]),
  );

const openedAs = (status: string) => ({ n: 1, [`status.${status}`]: 1, 'kind.traditional': 1, 'staff.dee': 1 });
const opened = openedAs('active');
const contract = {
  ...{ cents: 300_000, n: 1, 'cents.kind.traditional': 300_000, 'n.kind.traditional': 1 },
  ...{ home: 290_010, 'n.home': 1, tax: 1_755, 'n.tax': 1, advances: 6_000, 'n.advances': 1 },
};
const sale = {
  ...{ 'cents.fee.hearse_fee': 40_000, 'n.fee.hearse_fee': 1, 'cents.fee.casket_fee': 250_010, 'n.fee.casket_fee': 1 },
  ...{ 'cents.fee.death_certificate_fee_each': 6_000, 'n.fee.death_certificate_fee_each': 1 },
};
const owing = {
  ...{ family: 74_950, 'n.family': 1, insurer: 100_000, 'n.insurer': 1, total: 174_950, n: 1 },
};

describe('contributions of a case', () => {
  it('covers opening, durations since the call, sales and receivables', () => {
    expect(countedOf()).toEqual({
      ...{ 'opened 2026-03-31': opened, 'open 2026-03-31': opened },
      ...{ 'arranged 2026-04-01': { n: 1, days: 2 }, 'filed 2026-04-09': { n: 1, days: 10 } },
      ...{ 'certified 2026-04-10': { n: 1, days: 11 } },
      ...{ 'owing 2026-04-01': owing, 'contract 2026-04-01': contract, 'sale 2026-04-01': sale },
    });
  });

  it('stores the case’s name and number, and its opener', () => {
    expect(projected()?.copies?.[0]).toEqual({
      ...{ pk: 'T#org#FACT#opened#home-1', sk: 'FACT#2026-03-31#CASE#case-1', shape: 2, group: 'opened' },
      ...{ home_id: 'home-1', day: '2026-03-31', names: '{"staff.dee":"Dee Kowalski"}' },
      add: '{"kind.traditional":1,"n":1,"staff.dee":1,"status.active":1}',
      ...{ case_id: 'case-1', title: 'José Núñez', detail: 'WA-2026-0001' },
    });
  });

  it('sums by the location’s month, except open work, receivables and sales', () => {
    const ofFigures = (group: string, add: object) =>
      Object.fromEntries(Object.entries(add).map(([measure, by]) => [`${group}.${measure}`, by]));
    const inMonth = (month: string) => ({ pk: 'T#org#MONTHSUMS#home-1', sk: month });
    expect(projected()?.addends).toEqual([
      { key: inMonth('2026-03'), add: ofFigures('opened', opened), names: { 'opened.staff.dee': 'Dee Kowalski' } },
      { key: inMonth('2026-04'), add: { 'arranged.n': 1, 'arranged.days': 2 } },
      { key: inMonth('2026-04'), add: { 'filed.n': 1, 'filed.days': 10 } },
      { key: inMonth('2026-04'), add: { 'certified.n': 1, 'certified.days': 11 } },
      { key: inMonth('2026-04'), add: ofFigures('contract', contract) },
    ]);
  });

  it('counts of a cancelled case its opening, and money held until refunded', () => {
    const was = { 'opened 2026-03-31': openedAs('cancelled') };
    expect(countedOf({ status: 'cancelled' })).toEqual({
      ...{ ...was, 'owing 2026-04-01': { held: 125_050, 'n.held': 1 } },
    });
    expect(countedOf({ status: 'cancelled', paid_cents: 0 })).toEqual(was);
  });

  it('counts a completed case everywhere except in open work', () => {
    const { 'open 2026-03-31': open, ...others } = countedOf();
    expect(open).toEqual(opened);
    expect(countedOf({ status: 'completed' })).toEqual({ ...others, 'opened 2026-03-31': openedAs('completed') });
  });

  it('counts paid and refunded money with a denied insurance in the family’s balance', () => {
    const money_to_come = { assignments: [assignment({ status: 'denied' })], plan: null };
    expect(countedOf({ paid_cents: 100_000, money_to_come })['owing 2026-04-01']).toEqual({
      ...{ family: 200_000, 'n.family': 1, total: 200_000, n: 1 },
    });
    expect(countedOf({ paid_cents: 300_000, money_to_come })).not.toHaveProperty('owing 2026-04-01');
  });

  it('counts an empty case as opened by no one on its creation date', () => {
    const unknown = { opened_on: null, created_by_id: null, created_by_name: null, money_to_come: undefined };
    const nothing = { n: 1, 'status.draft': 1, 'kind.none': 1, 'staff.none': 1 };
    expect(countedOf({ ...unknown, status: 'draft', paid_cents: 0 }, [])).toEqual({
      ...{ 'opened 2026-04-01': nothing, 'open 2026-04-01': nothing },
    });
    expect(projected(unknown, [])?.copies?.[0]).toMatchObject({ title: 'Name not given' });
  });
});
