import { describe, expect, it } from 'vitest';
import type { DeadlineFacts } from './deadline-facts.ts';
import { generalRules, obligationsOf } from './obligations.ts';
import type { DeadlineKind } from './rule-builders.ts';
import { stateRules } from './state-rules.ts';

const facts = (change: Partial<DeadlineFacts>): DeadlineFacts => ({
  ...{ status: 'active', isRunning: true, state: '', homeState: '', isCremation: false, causeIsPending: false },
  ...{ isStillborn: false, isVeteran: false, hasVaClaim: false, permits: [] },
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

const on = (day: string, time?: string) => ({ disposition: { day, time } });
const cremated = { isCremation: true };

/** Special days and cases, checked by hand with a calendar; three-deaths.test.ts covers every rule of every state. */
const table: [DeadlineKind, state: string, says: Partial<DeadlineFacts>, due: string | undefined, about: string][] = [
  ['filing', 'FL', died('2026-03-02', '16:10'), '2026-03-07', '5 days, to the end of the day'],
  ['filing', 'FL', { ...died('2026-03-02'), ...on('2026-03-05') }, '2026-03-05', 'before disposition'],
  ['filing', 'FL', { ...died('2026-03-02'), ...on('2026-03-12') }, '2026-03-07', 'a later one moves nothing'],
  ['filing', 'FL', died('2028-02-26'), '2028-03-02', 'over a leap day'],
  ['filing', 'FL', died('2027-02-26'), '2027-03-03', 'over the end of February'],
  ['filing', 'FL', died('2026-12-30'), '2027-01-04', 'over the end of a year'],
  ['filing', 'GA', died('2026-03-02'), '2026-03-05', '72 hours of a time that is not known'],
  ['filing', 'GA', died('2026-03-06', '16:10'), '2026-03-09 17:10', '72 hours over the start of summer time'],
  ['filing', 'GA', died('2026-10-30', '16:10'), '2026-11-02 15:10', '72 hours over its end'],
  ['filing', 'GA', died('2026-03-05', '23:59'), '2026-03-09 00:59', 'over midnight by that hour'],
  ['filing', 'TX', died('2026-03-04'), '2026-03-16', '10 days end on a Saturday: Monday'],
  ['filing', 'TX', died('2026-04-11'), '2026-04-21', 'offices of Texas are open on San Jacinto Day'],
  ['filing', 'TX', died('2026-12-14'), '2026-12-28', 'Christmas Eve, Christmas, the day after, a Sunday'],
  ['filing', 'TX', died('2026-06-09'), '2026-06-19', 'and on Juneteenth'],
  ['filing', 'TX', died('2027-12-14'), '2027-12-27', 'Christmas Eve, then a weekend without a substitute'],
  ['filing', 'CA', died('2026-03-21'), '2026-03-29', 'a Sunday counts'],
  ['filing', 'NY', died('2026-07-03', '08:00'), '2026-07-06 08:00', 'hours run through holidays'],
  ['filing', 'PA', died('2026-03-02', '00:00'), '2026-03-06 00:00', '96 hours from midnight'],
  ['filing', 'OR', { ...died('2026-03-02'), ...on('2026-03-05', '10:00') }, '2026-03-05 10:00', 'before it'],
  ['filing', 'NV', died('2026-03-02'), undefined, 'nothing is known before it is delivered'],
  ['filing', 'NV', { ...died('2026-03-02'), deliveredToCounty: '2026-03-04' }, '2026-03-09', 'the documented 5 days'],
  ['filing', '', { deliveredToCounty: '2026-02-27' }, '2026-03-04', 'the same in no state at all'],
  ['certifier', 'FL', { delivered: '2026-03-02' }, '2026-03-05', 'within 72 hours of receipt'],
  ['certifier', 'CA', died('2026-03-07', '20:00'), '2026-03-08 12:00', '15 hours over the start of summer time'],
  ['certifier', 'CA', died('2026-03-02'), '2026-03-02 15:00', 'a time that is not known: in time for any'],
  ['certifier', 'SC', { delivered: '2027-12-22' }, '2027-12-28', 'and the offices closed from the 23rd to the 27th'],
  ['certifier', 'TX', { delivered: '2026-03-02' }, '2026-03-07', 'the documented 5 days'],
  ['pending_cause', 'FL', { ...died('2026-03-02'), causeIsPending: true }, '2026-04-01', '30 days'],
  ['pending_cause', 'FL', died('2026-03-02'), undefined, 'known'],
  ['amendment', 'FL', { amendmentAsked: '2026-03-20' }, '2026-03-30', '10 days'],
  ['amendment', 'FL', died('2026-03-02'), undefined, 'none needed'],
  ['first_notice', 'FL', died('2026-03-02', '07:00'), undefined, 'not asked for'],
  ['permit', 'AK', { ...died('2026-03-02'), ...on('2026-03-03') }, '2026-03-03', 'before disposition'],
  ['permit', 'MI', on('2026-03-09', '14:00'), '2026-03-09 14:00', 'before its time'],
  ['permit', 'SC', on('2026-03-09'), undefined, 'asked for before a cremation alone'],
  ['permit', 'SD', {}, undefined, 'no day of disposition yet'],
  ['permit_return', 'CA', { ...cremated, cremation: { day: '2026-12-28' } }, '2027-01-07', 'over the end of a year'],
  ['permit_return', 'CA', on('2026-12-28'), undefined, 'of cremated remains alone'],
  ['permit_return', 'NY', on('2028-02-25'), '2028-03-03', '7 days over a leap day'],
  ['permit_return', 'FL', on('2026-03-05'), undefined, 'nothing is known'],
  ['cremation_wait', 'FL', { ...died('2026-03-02'), ...cremated }, '2026-03-04 23:59', 'time not known: the last'],
  ['cremation_wait', 'FL', { ...died('2026-03-07', '23:30'), ...cremated }, '2026-03-10 00:30', 'summer time'],
  ['cremation_wait', 'SD', { ...died('2026-10-31', '12:00'), ...cremated }, '2026-11-01 11:00', 'its end'],
  ['cremation_wait', 'MA', { ...died('2028-02-28', '10:00'), ...cremated }, '2028-03-01 10:00', 'a leap day'],
  ['cremation_wait', '', { ...died('2026-03-07', '23:30'), ...cremated }, '2026-03-08 23:30', 'no clocks known'],
  ['cremation_wait', 'FL', died('2026-03-02'), undefined, 'a burial waits for nothing'],
  ['preservation', 'PA', died('2026-03-02'), '2026-03-03', 'from the start of a day whose time is not known'],
  ['preservation', 'NY', died('2026-03-02'), undefined, 'not asked for'],
  ['va_claim', 'FL', { isVeteran: true, ...on('2026-03-05') }, '2028-03-06', 'end on a Sunday: Monday'],
  ['va_claim', '', { isVeteran: true, ...on('2024-02-29') }, '2026-03-02', 'from a leap day, on a Saturday'],
  ['va_claim', 'FL', { isVeteran: true, ...on('2024-07-04') }, '2026-07-06', 'Independence Day, taken on Friday'],
  ['va_claim', 'TX', { isVeteran: true, ...on('2024-07-03') }, '2026-07-06', 'a federal day off in Texas too'],
  ['va_claim', 'TX', { isVeteran: true, ...on('2024-03-02') }, '2026-03-02', 'no day off of the state'],
  ['va_claim', 'FL', on('2026-03-05'), undefined, 'nobody served'],
];

it.each(table)('computes %s in %j, %j: %s %s', (kind, state, says, expected) => {
  expect(due(kind, { state, ...says })).toBe(expected);
});

describe('obligationsOf', () => {
  it('returns owner, reason and source', () => {
    expect(find('filing', { state: 'FL', ...died('2026-03-02') })).toMatchObject({
      ...{ owner, state: 'FL', why: expect.stringContaining('Florida'), done: null, override: null, broken: false },
      source: { text: 'Florida Statutes 382.008', reliability: 'primary', reviewed: expect.stringMatching(/^20/) },
    });
  });

  it('completes an obligation once the case shows it', () => {
    const base = { state: 'PA', ...died('2026-03-02'), delivered: '2026-03-02', disposition: { day: '2026-03-05' } };
    const dates = { issue_date: '2026-03-04', expiry_date: '2026-03-20', returned_date: null };
    const permit = { permit_name: 'Permit for disposal', ...dates };
    expect(find('certifier', { ...base, certified: '2026-03-03' })?.done).toEqual({ on: '2026-03-03' });
    expect(find('filing', { ...base, filed: '' })?.done).toEqual({ on: null });
    expect(find('amendment', { ...base, amendmentAsked: '2026-03-04', amended: '2026-03-05' })?.done).toEqual({
      on: '2026-03-05',
    });
    expect(find('permit', { ...base, permits: [permit] })?.done).toEqual({ on: '2026-03-04' });
    expect(find('permit_return', { ...base, permits: [permit] })?.done).toBeNull();
    const back = { ...permit, returned_date: '2026-03-12' };
    expect(find('permit_return', { ...base, permits: [back] })?.done).toEqual({ on: '2026-03-12' });
    expect(find('permit_expiry', { ...base, permits: [back] })).toBeUndefined();
    expect(find('permit_expiry', { ...base, permits: [permit, { ...permit, expiry_date: '2026-03-10' }] })?.due).toBe(
      '2026-03-10',
    );
    expect(find('permit_expiry', { ...base, permits: [back, permit] })).toMatchObject({
      due: '2026-03-20',
      done: null,
    });
    expect(find('va_claim', { ...base, isVeteran: true, hasVaClaim: true })?.done).toEqual({ on: null });
  });

  it.each([
    ['2026-11-21', '09:00', { broken: true, done: null }],
    ['2026-11-22', '21:59', { broken: true, done: null }],
    ['2026-11-22', '22:00', { broken: false, done: { on: null } }],
    ['2026-11-21', undefined, { broken: true, done: null }],
    // Part of the day is too early: undecided until the time is known.
    ['2026-11-22', undefined, { broken: false, done: null }],
    ['2026-11-23', undefined, { broken: false, done: { on: null } }],
  ])('judges for a wait until November 22 at 22:00 a cremation on %s at %s', (day, time, judged) => {
    const base = { state: 'TX', ...died('2026-11-20', '22:00'), isCremation: true };
    expect(find('cremation_wait', { ...base, cremation: { day, time } })).toMatchObject(judged);
  });

  it.each([
    ['Burial-transit permit', 'FL', true],
    ['Cemetery opening permit', 'FL', false],
    ["Medical examiner's cremation approval", 'FL', false],
    ['Coroner’s cremation permit', 'SC', true],
    ['Burial-transit permit', 'SC', false],
    ['Cremation authorization', 'SC', false],
    ['Coroner’s release', 'SD', true],
    ['Medical examiner release', 'SD', true],
    ['Coroner’s release (void)', 'SD', false],
    ['Certifier’s written authorization', 'OR', true],
    ['Disposition permit', 'OR', false],
    ['Cremation authorization', 'OR', false],
    ['Burial permit application', 'FL', false],
    ['Burial-transit permit requested', 'FL', false],
    ['Provisional burial permit', 'FL', false],
    ['Application and Permit for Disposition of Human Remains', 'CA', true],
    ['Application & Permit for Disposition of Human Remains', 'CA', true],
  ])('decides that a permit duty is met by %j in %s: %j', (permit_name, state, met) => {
    const permits = [{ permit_name, issue_date: '2026-03-04', expiry_date: null, returned_date: null }];
    const says = { state, ...died('2026-03-02'), isCremation: true, disposition: { day: '2026-03-06' }, permits };
    expect(find('permit', says)?.done).toEqual(met ? { on: '2026-03-04' } : null);
  });

  it.each([
    ['2026-03-06', null, true],
    ['2026-03-07', null, false],
    [null, '2026-03-05', false],
    [null, '2026-03-06', true],
    [null, null, true],
  ])('decides that a permit issued on %s and expiring on %s meets March 6: %j', (issued, expires, met) => {
    const permit = { permit_name: 'Burial permit', issue_date: issued, expiry_date: expires, returned_date: null };
    const says = { state: 'FL', disposition: { day: '2026-03-06' }, permits: [permit] };
    expect(find('permit', says)?.done !== null).toBe(met);
  });

  it('ignores an undated permit when another has its date', () => {
    const undated = { permit_name: 'Burial permit', issue_date: null, expiry_date: null, returned_date: null };
    const dated = (permit_name: string) => ({ ...undated, permit_name, issue_date: '2026-03-04' });
    const disposition = { day: '2026-03-06' };
    const doneWith = (...names: string[]) =>
      find('permit', { state: 'FL', disposition, permits: [undated, ...names.map(dated)] })?.done?.on;
    expect([doneWith(), doneWith('Cemetery opening permit')]).toEqual([null, null]);
    expect(doneWith('Burial-transit permit')).toBe('2026-03-04');
  });

  it.each([
    ['NY', 'Cemetery opening permit', false],
    ['NY', 'Burial, cremation, natural organic reduction or transit permit', true],
    ['CA', 'Permit to remove cremated remains', true],
    ['CA', 'Burial-transit permit', true],
    ['CA', 'Cemetery opening permit', false],
  ])('decides in %s that a return is met by a returned %j: %j', (state, permit_name, met) => {
    const permit = { permit_name, issue_date: '2026-03-04', expiry_date: null, returned_date: '2026-03-10' };
    const day = { day: '2026-03-06' };
    const says = { state, isCremation: true, cremation: day, disposition: day, permits: [permit] };
    expect(find('permit_return', says)?.done).toEqual(met ? { on: '2026-03-10' } : null);
  });

  it.each([
    ['FL', "Medical examiner's cremation approval"],
    ['WI', 'Coroner’s or medical examiner’s cremation permit'],
    ['ME', 'Medical examiner’s certificate'],
    ['KS', 'Coroner’s cremation permit'],
  ])('requires in %s %s before a cremation, next to the general permit', (state, permit_name) => {
    const dated = { issue_date: '2026-03-04', expiry_date: null, returned_date: null };
    const base = { state, homeState: 'GA', ...died('2026-03-01'), disposition: { day: '2026-03-06' } };
    const isCremated = { ...base, ...cremated };
    const transit = { ...dated, permit_name: 'Burial-transit permit' };
    expect(find('cremation_permit', { ...isCremated, permits: [transit] })).toMatchObject({
      due: '2026-03-06',
      done: null,
    });
    expect(find('cremation_permit', { ...isCremated, permits: [{ ...dated, permit_name }] })?.done).not.toBeNull();
    expect(find('cremation_permit', base)).toBeUndefined();
  });

  it('completes certification once the county has filed', () => {
    const says = { state: 'GA', ...died('2026-03-02'), filed: '2026-03-04' };
    expect(find('certifier', says)?.done?.on).toBe('2026-03-04');
  });

  it('assigns the certificate to the sender until the state of death is known', () => {
    const says = { state: 'GA', homeState: 'GA', ...died('2026-03-02'), disposition: { day: '2026-03-06' } };
    expect(find('filing', { ...says, receivedFrom: 'Kessler, Dayton, Ohio' })).toBeUndefined();
    expect(find('certifier', { ...says, receivedFrom: 'Kessler, Dayton, Ohio' })).toBeUndefined();
    expect(find('filing', { ...says, receivedFrom: '' })).toBeDefined();
  });

  it('uses the day set by a person', () => {
    const decided = (kind: 'cremation_wait' | 'preservation', due: string) => ({
      ...{ kind, due, owner: null, settled: null, reason: 'Waived by the medical examiner' },
    });
    const judge = (kind: 'cremation_wait' | 'preservation', due: string, says: Partial<DeadlineFacts>) =>
      obligationsOf(facts({ state: 'FL', ...died('2026-03-02', '16:10'), ...says }), {
        ...{ owner, overrides: [decided(kind, due)] },
      }).find((one) => one.kind === kind);
    const early = { ...cremated, cremation: { day: '2026-03-03' } };
    expect(judge('cremation_wait', '2026-03-03', early)).toMatchObject({ broken: false, done: { on: null } });
    expect(judge('cremation_wait', '2026-03-05', early)).toMatchObject({ broken: true, done: null });
    const buried = { disposition: { day: '2026-03-06' } };
    expect(judge('preservation', '2026-03-06', buried)?.done).toEqual({ on: null });
    expect(judge('preservation', '2026-03-05', buried)?.done).toBeNull();
  });

  it('uses the home’s state for the remains when the state of death has no rule', () => {
    const says = { state: 'OH', homeState: 'FL', ...died('2026-03-02', '10:00'), disposition: { day: '2026-03-06' } };
    expect(find('permit', says)).toMatchObject({ state: 'FL', due: '2026-03-06' });
    expect(find('cremation_wait', { ...says, isCremation: true })).toMatchObject({ state: 'FL', due: '2026-03-04' });
    expect(find('filing', says)).toBeUndefined();
    expect(find('permit', { ...says, state: 'NY' })).toMatchObject({ state: 'NY' });
    for (const state of ['SC', 'SD']) {
      expect(find('permit', { ...says, state })).toMatchObject({ state: 'FL' });
      expect(find('permit', { ...says, state, isCremation: true })).toMatchObject({ state });
    }
  });

  it('uses the longer wait of the state of death and the home’s state', () => {
    const wait = (state: string, homeState: string) =>
      find('cremation_wait', { state, homeState, ...died('2026-03-02', '10:00'), isCremation: true });
    expect(wait('SC', 'FL')).toMatchObject({ state: 'FL', due: '2026-03-04', time: '10:00' });
    expect(wait('FL', 'SC')).toMatchObject({ state: 'FL', due: '2026-03-04' });
  });

  it('compares a cremation at home with a death in another time zone', () => {
    const says = { state: 'TX', homeState: 'FL', ...died('2026-03-02', '10:00'), isCremation: true };
    const at = (time: string) => find('cremation_wait', { ...says, cremation: { day: '2026-03-04', time } });
    expect(at('10:59')).toMatchObject({ due: '2026-03-04', time: '11:00', done: null, broken: true });
    expect(at('11:00')).toMatchObject({ done: { on: null }, broken: false });
  });

  it.each([
    ['CA', '2026-11-24', '22:00', '2026-11-27', '01:00'],
    ['HI', '2026-11-24', '22:00', '2026-11-27', '03:00'],
    ['WI', '2026-10-31', '22:30', '2026-11-02', '22:30'],
  ])('shows the wait of a death in %s on %s at %s by the clock of Florida', (state, day, time, due, at) => {
    const says = { state, homeState: 'FL', ...died(day, time), isCremation: true };
    expect(find('cremation_wait', says)).toMatchObject({ due, time: at });
    expect(find('preservation', says)).toMatchObject({ time: at });
  });

  it('shows California’s 15 hours of the certifier by the clock of Florida', () => {
    expect(due('certifier', { state: 'CA', homeState: 'FL', ...died('2026-11-24', '10:00') })).toBe('2026-11-25 04:00');
  });

  it('counts from the safe one of two equal hours when clocks change', () => {
    const says = { state: 'TX', ...died('2026-11-01', '01:30'), isCremation: true };
    expect(due('cremation_wait', says)).toBe('2026-11-03 01:30');
    expect(due('preservation', says)).toBe('2026-11-02 00:30');
  });

  it.each([
    // Colorado moves its clocks forward on 8 March 2026; Arizona never does.
    ['CO', '', undefined, '2026-03-09', '00:30'],
    ['AZ', '', undefined, '2026-03-08', '23:30'],
    // A home in Pensacola is on Central time.
    ['FL', 'FL', 'America/Chicago', '2026-03-10', '00:30'],
    // A death abroad uses the home's clock.
    ['', 'KY', 'America/Kentucky/Louisville', '2026-03-09', '00:30'],
  ])('counts hours of a death in "%s" by the clock there', (state, homeState, homeTimeZone, day, time) => {
    const says = { state, homeState, homeTimeZone, ...died('2026-03-07', '23:30'), isCremation: true };
    expect(find('cremation_wait', says)).toMatchObject({ due: day, time });
  });

  it.each([
    ['TN', 'TN', /^Cremation .* The state has two time zones: hours are counted on the home’s clock\.$/],
    ['TN', 'GA', /on the clock of most of the state\. The time is shown on the funeral home’s clock\.$/],
    ['GA', 'TN', /^Cremation must be at least 24 hours after death\. The time is shown on the funeral home’s clock\.$/],
    ['GA', 'FL', /^Florida does not allow cremation within 48 hours of death\.$/],
  ])('names the clock when %s is the state of death and %s the home’s', (state, homeState, why) => {
    const says = { state, homeState, ...died('2026-03-07', '23:30'), isCremation: true };
    expect(find('cremation_wait', says)?.why).toMatch(why);
  });

  it('uses the home’s clock in a state with two zones', () => {
    const says = { state: 'TN', ...died('2026-03-02', '10:00'), isCremation: true };
    const cremation = { day: '2026-03-03', time: '10:30' };
    const home = { homeState: 'TN', homeTimeZone: 'America/New_York' };
    expect(find('cremation_wait', { ...says, ...home, cremation })).toMatchObject({ broken: false });
    // For a home in Georgia most of Tennessee is an hour behind.
    expect(find('cremation_wait', { ...says, homeState: 'GA', cremation })).toMatchObject({ broken: true });
  });

  it('meets refrigeration with a disposition before its time, not later that day', () => {
    const at = (time?: string) =>
      find('preservation', { state: 'TX', ...died('2026-03-02', '12:00'), disposition: { day: '2026-03-03', time } })
        ?.done;
    expect(at('11:00')).toEqual({ on: null });
    expect(at('13:00')).toBeNull();
    expect(at()).toBeNull();
  });

  it('continues in a completed case if told to, except refrigeration and wait', () => {
    const base = { state: 'PA', ...died('2026-03-02'), disposition: { day: '2026-03-05' }, isVeteran: true };
    const kinds = (status: DeadlineFacts['status']) =>
      obligationsOf(facts({ ...base, status }), { owner }).map(({ kind }) => kind);
    expect(kinds('active')).toEqual(expect.arrayContaining(['filing', 'permit', 'permit_return', 'va_claim']));
    expect(kinds('active')).toContain('preservation');
    expect(kinds('completed')).toEqual(['permit', 'filing', 'permit_return', 'va_claim']);
  });

  it('keeps a violated wait in a completed case', () => {
    const base = { state: 'TX', ...died('2026-11-20', '22:00'), isCremation: true, status: 'completed' } as const;
    expect(find('cremation_wait', { ...base, cremation: { day: '2026-11-21', time: '09:00' } })?.broken).toBe(true);
    expect(find('cremation_wait', { ...base, cremation: { day: '2026-11-23', time: '09:00' } })).toBeUndefined();
  });

  it('keeps filing and certification in a completed case until filed', () => {
    const base = { status: 'completed', state: 'FL', ...died('2026-03-02') } as const;
    expect(find('filing', base)).toMatchObject({ due: '2026-03-07', done: null });
    expect(find('filing', { ...base, filed: '2026-03-09' })?.done).toEqual({ on: '2026-03-09' });
    expect(find('certifier', { ...base, delivered: '2026-03-02' })).toMatchObject({ due: '2026-03-05', done: null });
  });

  it('follows a person’s decision and shows the reason', () => {
    const override = { kind: 'filing', due: '2026-03-20', owner: 'priya', settled: null, reason: 'Extension' } as const;
    const all = obligationsOf(facts({ state: 'WA', ...died('2026-03-02', '10:00') }), { owner, overrides: [override] });
    expect(all[0]).toMatchObject({ kind: 'filing', due: '2026-03-20', time: null, owner: 'priya', override });
    const settled = { ...override, due: null, owner: null, settled: 'not_needed' } as const;
    const [one] = obligationsOf(facts({ state: 'WA', ...died('2026-03-02') }), { owner, overrides: [settled] });
    expect(one).toMatchObject({ due: '2026-03-07', owner, done: { on: null } });
  });

  it('sorts by day, with those that are done last', () => {
    const says = { state: 'FL', ...died('2026-03-02', '10:00'), delivered: '2026-03-01', certified: '2026-03-02' };
    expect(obligationsOf(facts(says), { owner }).map(({ kind }) => kind)).toEqual([
      'preservation',
      'filing',
      'certifier',
    ]);
  });
});

describe('obligationsOf a stillbirth', () => {
  it('requires a fetal death report instead of a certificate, and burial duties', () => {
    const says = { state: 'TX', isStillborn: true, causeIsPending: true, ...died('2026-03-02', '16:10') };
    const of = (more: Partial<DeadlineFacts> = {}) =>
      obligationsOf(facts({ ...says, ...more, disposition: { day: '2026-03-06' }, delivered: '2026-03-03' }), {
        owner,
      });
    expect(of().map(({ kind, due: day }) => [kind, day])).toEqual([
      ['preservation', '2026-03-03'],
      ['permit', '2026-03-06'],
      ['fetal_death_report', '2026-03-07'],
    ]);
    expect(of().find(({ kind }) => kind === 'fetal_death_report')?.source.reliability).toBe('house');
    expect(of({ filed: '2026-03-04' }).find(({ kind }) => kind === 'fetal_death_report')?.done).toEqual({
      on: '2026-03-04',
    });
    expect(of({ isStillborn: false }).map(({ kind }) => kind)).not.toContain('fetal_death_report');
  });
});

describe('rules of deadlines', () => {
  const everywhere = Object.entries({ general: generalRules, ...stateRules });

  it.each(everywhere)('give a reason and a reviewed source, and no duplicate kind: %s', (_, rules) => {
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
