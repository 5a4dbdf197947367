import { describe, expect, it } from 'vitest';
import { type DeadlineFacts, factsOf } from './deadline-facts.ts';
import type { DeadlineKind } from './deadline-kinds.ts';
import { generalRules } from './general-rules.ts';
import { obligationsOf } from './obligations.ts';
import { stateRules } from './state-rules.ts';

const facts = (change: Partial<DeadlineFacts>): DeadlineFacts => ({
  ...{ status: 'active', state: '', isCremation: false, isVeteran: false, hasVaClaim: false, permits: [] },
  ...change,
});
const owner = 'marcus';
const find = (kind: DeadlineKind, change: Partial<DeadlineFacts>) =>
  obligationsOf(facts(change), { owner }).find((one) => one.kind === kind);
const due = (kind: DeadlineKind, change: Partial<DeadlineFacts>): string | undefined => {
  const found = find(kind, change);
  return found && [found.due, found.time].filter(Boolean).join(' ');
};
const died = (day: string, time?: string) => ({ died: { day, time } });

/** Checked by hand, with a calendar: what a case says, and when something is due then. */
const table: [DeadlineKind, state: string, says: Partial<DeadlineFacts>, due: string | undefined, about?: string][] = [
  // Filing
  ['filing', 'FL', died('2026-03-02', '16:10'), '2026-03-07', '5 days, to the end of the day'],
  ['filing', 'FL', { ...died('2026-03-02'), disposition: '2026-03-05' }, '2026-03-05', 'before disposition'],
  ['filing', 'FL', { ...died('2026-03-02'), disposition: '2026-03-12' }, '2026-03-07', 'a later one moves nothing'],
  ['filing', 'FL', died('2028-02-26'), '2028-03-02', 'over a leap day'],
  ['filing', 'FL', died('2027-02-26'), '2027-03-03', 'over the end of February'],
  ['filing', 'FL', died('2026-12-30'), '2027-01-04', 'over the end of a year'],
  ['filing', 'GA', died('2026-03-02', '16:10'), '2026-03-05 16:10', '72 hours'],
  ['filing', 'GA', died('2026-03-02'), '2026-03-05', '72 hours of a time that is not known'],
  ['filing', 'GA', died('2026-03-06', '16:10'), '2026-03-09 17:10', '72 hours over the start of summer time'],
  ['filing', 'GA', died('2026-10-30', '16:10'), '2026-11-02 15:10', '72 hours over its end'],
  ['filing', 'GA', died('2026-03-05', '23:59'), '2026-03-09 00:59', 'over midnight by that hour'],
  ['filing', 'TX', died('2026-03-03'), '2026-03-13', '10 days, a Friday'],
  ['filing', 'TX', died('2026-03-04'), '2026-03-16', '10 days end on a Saturday: Monday'],
  ['filing', 'TX', died('2026-04-11'), '2026-04-22', 'San Jacinto Day is a day off in Texas'],
  ['filing', 'TX', died('2026-12-14'), '2026-12-28', 'Christmas Eve, Christmas, the day after, a Sunday'],
  ['filing', 'TX', died('2026-06-09'), '2026-06-22', 'Juneteenth, a Friday'],
  ['filing', 'CA', died('2026-03-02'), '2026-03-10', '8 days'],
  ['filing', 'CA', died('2026-03-23'), '2026-04-01', 'César Chávez Day'],
  ['filing', 'CA', { ...died('2026-03-02'), disposition: '2026-03-06' }, '2026-03-06', 'before disposition'],
  ['filing', 'NY', died('2026-07-03', '08:00'), '2026-07-06 08:00', 'hours run through holidays'],
  ['filing', 'PA', died('2026-03-02', '00:00'), '2026-03-06 00:00', '96 hours from midnight'],
  ['filing', 'PA', died('2026-03-05', '12:00'), '2026-03-09 13:00', '96 hours over the start of summer time'],
  ['filing', 'MO', died('2026-03-02'), '2026-03-07'],
  ['filing', 'KS', died('2026-02-27'), '2026-03-02', '3 days over the end of February'],
  ['filing', 'MI', died('2026-03-02', '10:30'), '2026-03-05 10:30'],
  ['filing', 'OR', died('2026-03-02'), '2026-03-07'],
  ['filing', 'WA', died('2026-03-02'), '2026-03-07'],
  ['filing', 'NV', died('2026-03-02'), undefined, 'nothing is known before it is delivered'],
  ['filing', 'NV', { ...died('2026-03-02'), deliveredToCounty: '2026-03-04' }, '2026-03-09', 'the documented 5 days'],
  ['filing', '', { deliveredToCounty: '2026-02-27' }, '2026-03-04', 'the same in no state at all'],
  // Whoever certifies
  ['certifier', 'FL', { delivered: '2026-03-02' }, '2026-03-05', '72 hours from receipt'],
  ['certifier', 'CA', died('2026-03-02', '20:00'), '2026-03-03 11:00', '15 hours over midnight'],
  ['certifier', 'CA', died('2026-03-07', '20:00'), '2026-03-08 12:00', '15 hours over the start of summer time'],
  ['certifier', 'CA', died('2026-03-02'), '2026-03-02 15:00', 'a time that is not known: in time for any'],
  ['certifier', 'GA', { delivered: '2026-03-02' }, '2026-04-01', '30 days'],
  ['certifier', 'MO', died('2026-03-02', '09:15'), '2026-03-05 09:15'],
  ['certifier', 'TX', { delivered: '2026-03-02' }, '2026-03-07', 'the documented 5 days'],
  // Permits
  ['permit', 'AK', died('2026-03-02', '07:00'), '2026-03-05 07:00', '72 hours'],
  ['permit', 'AK', { ...died('2026-03-02'), disposition: '2026-03-03' }, '2026-03-03', 'before disposition'],
  ['permit', 'MI', { disposition: '2026-03-09' }, '2026-03-09'],
  ['permit', 'NV', { disposition: '2026-03-09' }, '2026-03-09'],
  ['permit', 'MA', { disposition: '2026-03-09' }, '2026-03-09'],
  ['permit', 'SD', {}, undefined, 'no day of disposition yet'],
  ['permit_return', 'PA', { disposition: '2026-03-05' }, '2026-03-15', '10 days'],
  ['permit_return', 'CA', { cremation: '2026-12-28', disposition: '2026-12-28' }, '2027-01-07'],
  ['permit_return', 'CA', { disposition: '2026-12-28' }, undefined, 'of cremated remains alone'],
  ['permit_return', 'NY', { disposition: '2028-02-25' }, '2028-03-03', '7 days over a leap day'],
  ['permit_return', 'FL', { disposition: '2026-03-05' }, undefined, 'nothing is known'],
  // The wait before a cremation
  ['cremation_wait', 'FL', { ...died('2026-03-02', '16:10'), isCremation: true }, '2026-03-04 16:10', '48 hours'],
  [
    'cremation_wait',
    'FL',
    { ...died('2026-03-02'), isCremation: true },
    '2026-03-04 23:59',
    'time not known: the last',
  ],
  ['cremation_wait', 'FL', { ...died('2026-03-07', '23:30'), isCremation: true }, '2026-03-10 00:30', 'summer time'],
  ['cremation_wait', 'SD', { ...died('2026-10-31', '12:00'), isCremation: true }, '2026-11-01 11:00', 'its end'],
  ['cremation_wait', 'MA', { ...died('2028-02-28', '10:00'), isCremation: true }, '2028-03-01 10:00', 'a leap day'],
  ['cremation_wait', 'SC', { ...died('2026-03-02', '10:00'), isCremation: true }, '2026-03-03 10:00'],
  ['cremation_wait', '', { ...died('2026-03-07', '23:30'), isCremation: true }, '2026-03-08 23:30', 'no clocks known'],
  ['cremation_wait', 'FL', died('2026-03-02'), undefined, 'a burial waits for nothing'],
  // Refrigeration or embalming
  ['preservation', 'TX', died('2026-03-02', '23:30'), '2026-03-03 23:30', '24 hours'],
  ['preservation', 'PA', died('2026-03-02'), '2026-03-03', 'from the start of a day whose time is not known'],
  ['preservation', 'MI', died('2026-03-02', '05:00'), '2026-03-04 05:00', '48 hours'],
  ['preservation', 'NY', died('2026-03-02'), undefined],
  // The VA's two years
  ['va_claim', 'FL', { isVeteran: true, disposition: '2026-03-05' }, '2028-03-06', 'end on a Sunday: Monday'],
  ['va_claim', '', { isVeteran: true, disposition: '2024-02-29' }, '2026-03-02', 'from a leap day, on a Saturday'],
  ['va_claim', 'FL', { isVeteran: true, disposition: '2024-07-04' }, '2026-07-06', 'Independence Day, taken on Friday'],
  ['va_claim', 'FL', { disposition: '2026-03-05' }, undefined, 'nobody served'],
];

describe('deadlines of a case, by the table', () => {
  it.each(table)('%s in %j, %j: %s %s', (kind, state, says, expected) => {
    expect(due(kind, { state, ...says })).toBe(expected);
  });

  it('has a row of every state whose rules are known', () => {
    const met = new Set(table.map(([, state]) => state));
    expect(Object.keys(stateRules).filter((state) => !met.has(state))).toEqual([]);
  });
});

describe('an obligation', () => {
  it('says whose it is, why, and where that stands', () => {
    expect(find('filing', { state: 'FL', ...died('2026-03-02') })).toMatchObject({
      ...{ owner, state: 'FL', why: expect.stringContaining('Florida'), done: null, override: null, broken: false },
      source: { text: 'Florida Statutes 382.008', reliability: 'secondary', reviewed: expect.stringMatching(/^20/) },
    });
  });

  it('is done by what the case says', () => {
    const base = { state: 'PA', ...died('2026-03-02'), delivered: '2026-03-02', disposition: '2026-03-05' };
    const permit = { issue_date: '2026-03-04', expiry_date: '2026-03-20', returned_date: null };
    expect(find('certifier', { ...base, certified: '2026-03-03' })?.done).toEqual({ on: '2026-03-03' });
    expect(find('filing', { ...base, filed: '' })?.done).toEqual({ on: null });
    expect(find('permit', { ...base, permits: [permit] })?.done).toEqual({ on: '2026-03-04' });
    expect(find('permit_return', { ...base, permits: [permit] })?.done).toBeNull();
    const back = { ...permit, returned_date: '2026-03-12' };
    expect(find('permit_return', { ...base, permits: [back] })?.done).toEqual({ on: '2026-03-12' });
    expect(find('permit_expiry', { ...base, permits: [back] })).toBeUndefined();
    expect(find('permit_expiry', { ...base, permits: [permit, { ...permit, expiry_date: '2026-03-10' }] })?.due).toBe(
      '2026-03-10',
    );
    expect(find('va_claim', { ...base, isVeteran: true, hasVaClaim: true })?.done).toEqual({ on: null });
  });

  it('is broken by a cremation before the wait is over', () => {
    const base = { state: 'FL', ...died('2026-03-02', '16:10'), isCremation: true };
    expect(find('cremation_wait', { ...base, cremation: '2026-03-03' })).toMatchObject({ broken: true, done: null });
    expect(find('cremation_wait', { ...base, cremation: '2026-03-04' })).toMatchObject({ broken: false });
  });

  it('outlasts a completed case where it lies behind that, and no cancelled one', () => {
    const base = { state: 'PA', ...died('2026-03-02'), disposition: '2026-03-05', isVeteran: true };
    const kinds = (status: DeadlineFacts['status']) =>
      obligationsOf(facts({ ...base, status }), { owner }).map(({ kind }) => kind);
    expect(kinds('active')).toEqual(expect.arrayContaining(['filing', 'permit', 'permit_return', 'va_claim']));
    expect(kinds('completed')).toEqual(['filing', 'permit_return', 'va_claim']);
    expect(kinds('cancelled')).toEqual([]);
  });

  it('of filing outlasts a completed case until the certificate is filed', () => {
    const base = { status: 'completed', state: 'FL', ...died('2026-03-02') } as const;
    expect(find('filing', base)).toMatchObject({ due: '2026-03-07', done: null });
    expect(find('filing', { ...base, filed: '2026-03-09' })?.done).toEqual({ on: '2026-03-09' });
    expect(find('certifier', { ...base, delivered: '2026-03-02' })).toBeUndefined();
    expect(find('filing', { ...base, status: 'cancelled' })).toBeUndefined();
  });

  it('follows what somebody decided, who says why', () => {
    const override = { kind: 'filing', due: '2026-03-20', owner: 'priya', settled: null, reason: 'Extension' } as const;
    const all = obligationsOf(facts({ state: 'GA', ...died('2026-03-02', '10:00') }), { owner, overrides: [override] });
    expect(all[0]).toMatchObject({ kind: 'filing', due: '2026-03-20', time: null, owner: 'priya', override });
    const settled = { ...override, due: null, owner: null, settled: 'not_needed' } as const;
    const [one] = obligationsOf(facts({ state: 'GA', ...died('2026-03-02') }), { owner, overrides: [settled] });
    expect(one).toMatchObject({ due: '2026-03-05', owner, done: { on: null } });
  });

  it('comes the nearest first, and those that are done last', () => {
    const says = { state: 'FL', ...died('2026-03-02', '10:00'), delivered: '2026-03-01', certified: '2026-03-02' };
    expect(obligationsOf(facts(says), { owner }).map(({ kind }) => kind)).toEqual([
      'preservation',
      'filing',
      'certifier',
    ]);
  });
});

describe('the rules of deadlines', () => {
  const everywhere = Object.entries({ general: { rules: generalRules }, ...stateRules });

  it.each(everywhere)('say why, name their source and its review, and no kind twice: %s', (_, { rules }) => {
    for (const { why, source } of rules) {
      expect(why).toMatch(/\.$/);
      expect(source).toMatchObject({
        text: expect.stringMatching(/^.{6,}/),
        reviewed: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      });
    }
    const kinds = rules.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
  });
});

describe('the facts of a case', () => {
  it('are read from its sections', () => {
    const sections = {
      deceased: { date_of_death: '2026-03-02', time_of_death: '16:10', state_of_death: 'FL' },
      service: { service_type: 'traditional', service_date: '2026-03-09' },
      deathCertificate: { dc_delivered_to_doctor_date: '2026-03-03', dc_doctor_completed: true },
      veteran: { is_veteran: true },
    };
    expect(factsOf('active', sections, [])).toMatchObject({
      ...{ state: 'FL', died: { day: '2026-03-02', time: '16:10' }, isCremation: false, disposition: '2026-03-09' },
      ...{ delivered: '2026-03-03', certified: '', filed: undefined, isVeteran: true, hasVaClaim: false },
    });
  });

  it('take the day of cremation before that of a service, and no service for a burial that is none', () => {
    const of = (service_type: string, cremation_date?: string) =>
      factsOf('draft', { service: { service_type, service_date: '2026-03-09' }, medical: { cremation_date } }, []);
    expect(of('cremation')).toMatchObject({ isCremation: true, disposition: undefined });
    expect(of('cremation', '2026-03-06')).toMatchObject({ cremation: '2026-03-06', disposition: '2026-03-06' });
    expect(of('memorial').disposition).toBeUndefined();
    expect(of('graveside').disposition).toBe('2026-03-09');
  });

  it('are none of an empty case', () => {
    expect(obligationsOf(factsOf('draft', {}, []), { owner: null })).toEqual([]);
  });
});
