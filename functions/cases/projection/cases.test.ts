import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { viewsOfRow } from '#functions/platform/store/lists/list-definition.ts';
import { caseProjection } from './cases.ts';

const pk = 'T#org#CASE#case-1';
/** The last evening of March in Missouri is April in UTC. */
const core = (changes: object = {}) => ({
  ...{ pk, sk: 'CASE', shape: 1, id: 'case-1', organization_id: 'org', case_number: 'WA-2026-0001', version: 1 },
  ...{ status: 'active', created_at: '2026-04-01T04:30:00.000Z', updated_at: '2026-04-09T15:00:00.000Z' },
  ...{ opened_on: '2026-03-31', created_by_id: 'dee', created_by_name: 'Dee Kowalski', funeral_home_id: 'home-1' },
  ...{ source_submission_id: 'report-1', ssn_id: 'sealed-1', ssn_last4: '6789', paid_cents: 125_050 },
  ...{ family: { reference: 'K7MQ-2XRT', language: 'es' }, customers: { 'customer-1': ['next_of_kin', 'informant'] } },
  ...changes,
});
const section = (id: string, values: object) => ({
  ...{ pk, sk: `SECTION#${id}`, shape: 1, version: 1, updated_at: '2026-04-01T05:00:00.000Z', values },
});
const deceased = {
  ...{ deceased_first_name: 'José', deceased_middle_name: 'A.', deceased_last_name: 'O’Neill-Núñez' },
  ...{ deceased_suffix: 'Jr.', alias: 'Pepe', date_of_birth: '1940-05-06', date_of_death: '2026-03-30' },
};
const service = {
  ...{ service_type: 'traditional', service_date: '2026-04-04', service_time: '10:30' },
  service_location: 'Grace Chapel',
};
const certificate = { dc_delivered_to_doctor_date: '2026-04-02', dc_delivered_to_county_date: '2026-04-03' };
const whole = [
  section('deceased', deceased),
  section('service', service),
  section('informant', { informant_name: 'Ana Núñez', customer_phone: '19045550142' }),
  section('deathCertificate', certificate),
  section('medical', { cause_of_death: 'Not for the family' }),
];
const projected = (changes: object = {}, parts = whole) =>
  caseProjection.project(keysOf('org'), 'case-1', [core(changes), ...parts]);
const copiesAt = (begin: string, of = projected()) => of?.copies?.filter((copy) => copy.pk.startsWith(begin));

describe('projection of a case', () => {
  it('returns the list row with the number of missing fields', () => {
    expect(projected()?.row).toEqual({
      ...{ id: 'case-1', case_number: 'WA-2026-0001', status: 'active', created_at: '2026-04-01T04:30:00.000Z' },
      ...{ deceased_full_name: 'José A. O’Neill-Núñez Jr.', deceased_last_name: 'O’Neill-Núñez' },
      ...{ date_of_birth: '1940-05-06', date_of_death: '2026-03-30' },
      ...{ ...service, informant_name: 'Ana Núñez', informant_phone: '19045550142' },
      ...{ created_by_id: 'dee', created_by_name: 'Dee Kowalski', is_complete: true, missing_count: 9 },
      ...{ total_paid: '1250.50', funeral_home_id: 'home-1', name: 'o’neill-nunez jose' },
      ...{ gate: null, effects: { count: 0, undecided: 0 } },
      tasks: null,
      next_steps: [{ label: 'Medical certification', due: '2026-04-07', until: '' }],
    });
  });

  it('truncates the sort name between whole letters', () => {
    const names = { deceased_last_name: 'a'.repeat(60), deceased_first_name: '\u{20BB7}'.repeat(40) };
    const name = String(projected({}, [section('deceased', names)])?.row.name);
    expect([name.isWellFormed(), name.length > 110]).toEqual([true, true]);
  });

  it('sorts the row by opening instant: of all, by status, by home, by both', () => {
    expect(projected()?.order).toBe('2026-04-01T04:30:00.000Z');
    expect(viewsOfRow(caseProjection.list, 'case-1', projected()?.row ?? {})).toEqual([
      { index: 'gsi1', view: 'created', key: '2026-04-01T04:30:00.000Z#case-1' },
      { index: 'gsi2', view: 'created&status=active', key: '2026-04-01T04:30:00.000Z#case-1' },
      { index: 'gsi3', view: 'created&home=home-1', key: '2026-04-01T04:30:00.000Z#case-1' },
      { index: 'gsi4', view: 'created&home=home-1&status=active', key: '2026-04-01T04:30:00.000Z#case-1' },
    ]);
  });

  it('indexes the number, names without accents, an alias and phone endings', () => {
    expect(projected()?.tokens).toEqual([
      ...['wa20260001', 'wa', '0001', 'jose', 'a', 'oneill', 'nunez', 'jr', 'ana', 'neill'],
      ...['9045550142', '5550142', '0142', 'pepe'],
    ]);
    expect(projected()?.tested).toEqual(['2026']);
  });

  it('returns the keys that another case of this person would share', () => {
    expect(projected()?.shared).toEqual([
      { reason: 'died', value: '2026-03-30 oneillnunez' },
      { reason: 'died', value: '2026-03-30 oneill' },
      { reason: 'died', value: '2026-03-30 nunez' },
      { reason: 'born', value: '1940-05-06 oneillnunez jose' },
      { reason: 'person', value: 'oneillnunez jose' },
      { reason: 'caller', value: '9045550142 oneillnunez' },
    ]);
  });

  const link = {
    ...{ pk: 'T#org#CUSTOMER#customer-1', sk: 'LINK#CASE#case-1', shape: 1, case_id: 'case-1' },
    ...{ case_number: 'WA-2026-0001', deceased_full_name: 'José A. O’Neill-Núñez Jr.', status: 'active' },
    ...{ service_date: '2026-04-04', paid_cents: 125_050, relations: ['informant', 'next_of_kin'] },
  };
  it('returns a link for each of its customers', () => {
    expect(copiesAt('T#org#CUSTOMER')).toEqual([link]);
    expect(copiesAt('T#org#CUSTOMER', projected({ customers: {} }))).toEqual([]);
  });

  const due = (kind: string, day: string) => ({
    ...{ pk: `T#org#DEADLINE#case-1.${kind}`, sk: 'DEADLINE', shape: 1, id: `case-1.${kind}`, case_id: 'case-1' },
    ...{ case_number: 'WA-2026-0001', deceased_name: 'José A. O’Neill-Núñez Jr.', funeral_home_id: 'home-1' },
    ...{ kind, due: day, time: null, owner: 'dee', state: '' },
  });
  it('returns its open deadlines, five days after the doctor and the county had it', () => {
    const done = section('deathCertificate', { ...certificate, dc_doctor_completed: true });
    expect(copiesAt('T#org#DEADLINE')).toEqual([due('certifier', '2026-04-07'), due('filing', '2026-04-08')]);
    expect(copiesAt('T#org#DEADLINE', projected({}, [...whole, done]))).toEqual([due('filing', '2026-04-08')]);
  });

  const familyView = { pk: 'STATUS#K7MQ-2XRT', sk: 'FAMILYVIEW', shape: 1 };
  const papers = { home: 'home-1', papers_to: { organization_id: 'org', case_id: 'case-1' }, review: null };
  it("returns the family's view by the home’s day, and nothing else", () => {
    expect(copiesAt('STATUS#')).toEqual([
      {
        ...{ ...familyView, ...papers, name: 'José A. O’Neill-Núñez Jr.', ended: false },
        ...{ steps: ['received', 'contacted', 'arrangements', 'doctor', 'county', 'ready'], step: 'county' },
        reached: { arrangements: '2026-03-31', doctor: '2026-04-02', county: '2026-04-03' },
        ...{ needs: [], other_need: '', service: null, events: [], contact: '' },
      },
    ]);
    expect(copiesAt('STATUS#', projected({ family: undefined }))).toEqual([]);
  });

  it('marks a cancelled case as ended in lists, links and family view', () => {
    const cancelled = projected({ status: 'cancelled', cancellation_reason: 'Moved' });
    expect(cancelled?.row).toMatchObject({
      status: 'cancelled',
      missing_count: 0,
      total_paid: '1250.50',
      next_steps: [],
    });
    expect(cancelled?.tokens).toContain('nunez');
    expect(copiesAt('T#org#CUSTOMER', cancelled)).toEqual([{ ...link, status: 'cancelled' }]);
    expect(copiesAt('T#org#DEADLINE', cancelled)).toEqual([]);
    expect(copiesAt('STATUS#', cancelled)).toMatchObject([{ ended: true, steps: [], reached: {}, service: null }]);
  });

  it('keeps the first eighteen search words, the number first, an alias last', () => {
    const names = 'ab cd ef gh ij kl mn op qr st';
    const parts = [section('deceased', { deceased_first_name: names, alias: 'Pepe' }), ...whole.slice(2, 3)];
    expect(projected({}, parts)?.tokens).toEqual([
      ...['wa20260001', 'wa', '0001', ...names.split(' '), 'ana', 'nunez', '9045550142', '5550142', '0142'],
    ]);
  });

  it('returns a row for a draft with only a number', () => {
    const unknown = { family: undefined, created_by_id: null, created_by_name: null, paid_cents: 0, customers: {} };
    const { row, tokens, shared } = projected({ ...unknown, status: 'draft' }, []) ?? {};
    expect(row).toMatchObject({
      ...{ deceased_full_name: '', service_date: '', informant_phone: '', created_by_name: '', name: '' },
      ...{ is_complete: false, missing_count: 12, total_paid: '0.00' },
    });
    expect({ tokens, shared }).toEqual({ tokens: ['wa20260001', 'wa', '0001'], shared: [] });
  });

  it('returns nothing for a deleted case', () => {
    expect(caseProjection.project(keysOf('org'), 'case-1', [])).toBeUndefined();
  });
});
