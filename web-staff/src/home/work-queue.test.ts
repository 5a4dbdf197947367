import { describe, expect, it } from 'vitest';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { roles } from '#domain/shared/access/roles.ts';
import type { EnvelopeRow } from '#domain/signatures/envelope.schema.ts';
import { booksLines, calendarLines, signatureLines, suggestionLines } from './follow-up-lines.ts';
import {
  callLines,
  caseLines,
  deadlineLines,
  firstItem,
  gateLines,
  isLongOverdue,
  moneyLines,
  promiseLines,
  serviceLines,
  sheetLines,
  splitCalls,
  type WorkItem,
  waitingReports,
  workQueue,
} from './work-queue.ts';

const today = '2026-03-10';
const now = new Date('2026-03-10T15:00:00Z');
const planned = { today: '2026-03-10', now, zoneOf: () => 'America/New_York', mayEdit: true };
const aCase = (id: string, changes: Partial<CaseRow> = {}): CaseRow =>
  ({
    ...{ id, case_number: `WA-${id}`, status: 'active', created_at: '2026-03-01T10:00:00.000Z', missing_count: 2 },
    ...{ deceased_full_name: `Name ${id}`, service_type: '', service_date: today, service_time: '10:30' },
    ...{ service_location: 'Chapel', funeral_home_name: 'Whitcomb & Ames' },
    ...changes,
  }) as CaseRow;
const aCall = (id: string, created_at: string) =>
  ({ id, created_at, deceased_full_name: `Name ${id}`, submitter_phone: '9045550142' }) as SubmissionRow;
const duty = (id: string, days_left: number, kind: 'filing' | 'permit' | 'va_claim' = 'filing') =>
  ({
    ...{ id, case: `case-${id}`, case_number: 'WA-1', deceased_name: `Name ${id}`, kind, title: 'Filing' },
    ...{ days_left, due: '2026-03-10', owner_name: '', funeral_home_name: 'Whitcomb & Ames' },
  }) as unknown as Parameters<typeof deadlineLines>[0][number];
const owed = (id: string, due_on: string) =>
  ({
    ...{ case: id, case_number: 'WA-1', deceased_name: `Name ${id}`, due_on, amount: '250.00', owed_by: 'family' },
    ...{ funeral_home_name: 'Whitcomb & Ames' },
  }) as Parameters<typeof moneyLines>[0][number];
const envelope = (id: string, changes: Partial<EnvelopeRow>): EnvelopeRow =>
  ({
    ...{ id, case: { id: `case-${id}`, case_number: 'WA-1', deceased_name: `Name ${id}` }, title: 'Authorization' },
    ...{ status: 'sent', sending: 'made', sent_at: '2026-03-01T10:00:00.000Z', created_at: '2026-03-01T10:00:00.000Z' },
    recipients: [
      { recipient_id: '1', name: 'Karin Lindqvist', status: 'completed' },
      { recipient_id: '2', name: 'Nils Lindqvist', status: 'sent' },
    ],
    ...changes,
  }) as EnvelopeRow;
const waiting = (...cases: CaseRow[]) => ({ count: cases.length, count_is_exact: true, cases });
const itemsOf = (lines: readonly WorkItem[]) => lines.map(({ id, group, next }) => [id, group, next.label]);

describe('lines of work', () => {
  it('groups deadlines and payments by day and omits those farther ahead', () => {
    expect(itemsOf(deadlineLines([duty('a', -3), duty('b', 0), duty('c', 6), duty('d', 7)], today))).toEqual([
      ['deadline.a', 'overdue', 'Open death certificate'],
      ['deadline.b', 'today', 'Open death certificate'],
      ['deadline.c', 'week', 'Open death certificate'],
    ]);
    expect(itemsOf(moneyLines([owed('a', '2026-03-09'), owed('b', today), owed('c', '2026-03-16')], today))).toEqual([
      ['money.a', 'overdue', 'Record payment'],
      ['money.b', 'today', 'Record payment'],
      ['money.c', 'week', 'Record payment'],
    ]);
  });

  it('puts a family inside the promised half hour in Now, and then in Families waiting', () => {
    const lines = callLines([aCall('a', '2026-03-10T14:29:00Z'), aCall('b', '2026-03-10T14:31:00Z')], now);
    expect(itemsOf(lines)).toEqual([
      ['call.a', 'families', 'Call'],
      ['call.b', 'now', 'Call'],
    ]);
    expect(lines[0]?.next.to).toBe('tel:9045550142');
  });

  it('links each line to where it is done', () => {
    const past = { ...duty('p', 0), time: '05:00', overdue: true };
    expect(itemsOf(deadlineLines([past], today))).toEqual([['deadline.p', 'overdue', 'Open death certificate']]);
    expect(deadlineLines([duty('a', 0, 'permit'), duty('b', 0, 'va_claim')], today).map(({ next }) => next.to)).toEqual(
      ['/cases/case-a?section=compliance', '/cases/case-b?section=veteran'],
    );
    const services = [
      aCase('a', { service_time: '' }),
      aCase('b', { service_location: '' }),
      aCase('c', { status: 'draft' }),
      aCase('d', { service_date: '2026-03-16' }),
      aCase('e', { service_date: '2026-03-17' }),
    ];
    expect(itemsOf(serviceLines(services, planned))).toEqual([
      ['service.a', 'today', 'Set time'],
      ['service.b', 'now', 'Set location'],
      ['service.c', 'now', 'Activate'],
      ['service.d', 'week', 'Open case'],
    ]);
    const direct = aCase('d', { service_type: 'direct_cremation', service_time: '' });
    expect(itemsOf(serviceLines([direct], planned)).map(([, , label]) => label)).toEqual(['Open case']);
    expect(new Set(serviceLines(services, { ...planned, mayEdit: false }).map(({ next }) => next.label))).toEqual(
      new Set(['Open case']),
    );
  });

  it('leaves out services of today that began more than three hours ago', () => {
    const at = (service_time: string) => serviceLines([aCase('a', { service_time })], planned).length;
    expect([at('07:59'), at('08:00'), at('11:00'), at('')]).toEqual([0, 1, 1, 1]);
  });

  it('offers the steps of sheets that the role may take', () => {
    const rows = [
      { id: 'a', status: 'active', deceased_full_name: '', call_taken_by: '', created_at: '' },
      { id: 'b', status: 'draft', deceased_full_name: 'Jo', call_taken_by: 'Dee', created_at: '' },
    ] as unknown as Parameters<typeof sheetLines>[0];
    expect(itemsOf(sheetLines(rows, true))).toEqual([
      ['sheet.a', 'todo', 'Convert to case'],
      ['sheet.b', 'todo', 'Continue'],
    ]);
    expect(itemsOf(sheetLines(rows, false))).toEqual([['sheet.b', 'todo', 'Continue']]);
  });

  it('lists stalled signatures', () => {
    const rows = [
      envelope('new', { sent_at: '2026-03-09T10:00:00.000Z' }),
      envelope('old', {}),
      envelope('draft', { status: 'draft', sending: 'not_asked', sent_at: null }),
      envelope('asked', { status: 'draft', sending: 'asked', sent_at: null }),
      envelope('refused', { status: 'draft', sending: 'refused', sent_at: null }),
      envelope('declined', { status: 'declined' }),
      envelope('long-ago', { status: 'expired', sent_at: '2026-01-10T10:00:00.000Z' }),
      envelope('done', { status: 'completed' }),
    ];
    expect(signatureLines(rows, now).map(({ id, chip, next }) => [id, chip?.text, next.label, next.to])).toEqual([
      ['signature.old', 'Waiting', 'Send reminder', '/signatures/old'],
      ['signature.draft', 'Not sent yet', 'Review and send', '/signatures/draft'],
      ['signature.refused', 'Not sent', 'View reason', '/signatures/refused'],
      ['signature.declined', 'Declined', 'Request again', '/signatures/new?case=case-declined&like=declined'],
    ]);
    expect(signatureLines([envelope('old', {})], now)[0]?.lines[1]).toBe('WA-1 · Nils Lindqvist');
  });

  it('lists changes made in Google Calendar and an ended connection', () => {
    const moved = {
      ...{ id: 'e1', case_id: 'c1', case_number: 'WA-1', deceased_full_name: 'Nils Lindqvist' },
      ...{
        kind: 'service' as const,
        duty: null,
        event: null,
        title: '',
        date: '2026-03-12',
        time: '10:00',
        seen_at: '1',
      },
      ...{ suggested_date: '2026-03-13', suggested_time: '11:00' },
    };
    const rows = [moved, { ...moved, id: 'e2', suggested_date: '', time: '' }];
    expect(suggestionLines(rows).map(({ chip, lines, next }) => [chip?.text, lines[0], next.label, next.to])).toEqual([
      ['Moved in Google Calendar', 'Case has Mar 12, 2026, 10:00 AM', 'Review', '/cases/c1'],
      ['Deleted in Google Calendar', 'Case has Mar 12, 2026', 'Review', '/cases/c1'],
    ]);
    const status = { needs_reconnect: false } as Parameters<typeof calendarLines>[0];
    expect(calendarLines(status)).toEqual([]);
    expect(calendarLines({ ...status, needs_reconnect: true })[0]?.next).toEqual({
      ...{ label: 'Connect', to: '/settings/calendar' },
    });
  });

  it('shows one line for QuickBooks while an entry has failed', () => {
    const company = {
      realm_id: '2',
      company_name: 'Hillside',
      is_first: true,
      is_mapped: true,
      needs_reconnect: false,
    };
    const status = { companies: [company], failed_count: 0 } as unknown as Parameters<typeof booksLines>[0];
    expect(booksLines(status)).toEqual([]);
    expect(booksLines({ ...status, failed_count: 1 })[0]?.lines).toEqual(['1 entry failed']);
    expect(booksLines({ ...status, failed_count: 12 })[0]?.lines).toEqual(['12 entries failed']);
    const ended = { ...status, companies: [company, { ...company, is_first: false, needs_reconnect: true }] };
    expect(booksLines(ended)[0]?.next).toEqual({ label: 'Connect', to: '/settings/quickbooks?company=2' });
  });
});

describe('gateLines', () => {
  const gate = (at: string, missing = 3) => aCase(at, { gate: { gate: 'cremation', at, missing } });
  const of = (...rows: CaseRow[]) => gateLines(rows, { now, zoneOf: () => 'America/New_York' });

  it('sorts steps of the next 48 hours by time, and those of earlier days as overdue', () => {
    const lines = of(gate('2026-03-12 09:00'), gate('2026-03-11'), gate('2026-03-10 09:30'), gate('2026-03-09'));
    const { now: shown, overdue } = workQueue(lines, 'funeral_director');
    expect(shown.map(({ lead }) => [lead?.text, lead?.word])).toEqual([
      ['9:30 AM', 'today'],
      ['Wednesday', 'tomorrow'],
      ['9:00 AM', 'in 2 days'],
    ]);
    expect(overdue.map(({ daysLeft }) => daysLeft)).toEqual([-1]);
  });
});

describe('promiseLines', () => {
  const promised = (id: string, removal_expected_at: string, more: Partial<FirstCallRow> = {}): FirstCallRow =>
    ({
      ...{
        id,
        removal_expected_at,
        removal_left_at: null,
        removal_arrived_at: null,
        case_id: null,
        call_taken_by: 'Dee',
      },
      ...{ deceased_full_name: `Name ${id}`, place_of_death: 'Moultrie Creek', funeral_home_id: 'home' },
      ...{
        next_of_kin_name: 'Loretta Tyndall',
        next_of_kin_relationship: 'niece_nephew',
        next_of_kin_phone: '9045550171',
      },
      ...more,
    }) as FirstCallRow;
  const linesAt = (time: string, ...rows: FirstCallRow[]) =>
    promiseLines(rows, { now: new Date(time), zoneOf: () => 'America/New_York' });

  it.each([
    ['2026-03-10T13:12:00Z', { text: '38 min', word: 'arrive by 9:50 AM', tone: 'neutral' }],
    ['2026-03-10T13:40:00Z', { text: '10 min', word: 'arrive by 9:50 AM', tone: 'warn' }],
    ['2026-03-10T15:00:00Z', { text: '1 h 10 min', word: 'late, arrive by 9:50 AM', tone: 'danger' }],
  ])('counts down to the promised arrival at %s', (time, lead) => {
    expect(linesAt(time, promised('a', '2026-03-10T09:50'))[0]).toMatchObject({ group: 'now', lead });
  });

  it('keeps an arrival after midnight in Now the evening before', () => {
    const [line] = linesAt('2026-03-11T03:49:00Z', promised('a', '2026-03-11T00:29'));
    expect(line).toMatchObject({ group: 'now', lead: { text: '40 min', word: 'arrive by 12:29 AM' } });
  });

  it('omits a promise after the arrival, a day after its time, and a week ahead', () => {
    const arrived = promised('a', '2026-03-10T09:50', { removal_arrived_at: '2026-03-10T13:40:00Z' });
    expect(linesAt('2026-03-10T13:41:00Z', arrived, promised('b', '2026-03-09T08:00'), promised('c', ''))).toEqual([]);
    expect(linesAt('2026-03-10T15:00:00Z', promised('d', '2026-03-17T08:00'))).toEqual([]);
  });

  it('shows the departure, links a converted call to its case, and moves to the week', () => {
    const left = promised('a', '2026-03-10T09:50', { removal_left_at: '2026-03-10T13:02:00Z', case_id: 'c1' });
    const [first, later] = linesAt('2026-03-10T13:40:00Z', left, promised('b', '2026-03-11T08:00'));
    expect(first).toMatchObject({ to: '/cases/c1', lead: { tone: 'neutral' } });
    expect(first?.lines[1]).toContain('left 9:02 AM');
    expect(later).toMatchObject({ group: 'week', day: '2026-03-11' });
  });
});

describe('splitCalls', () => {
  const report = (id: string, deceased_full_name: string, more: Partial<SubmissionRow> = {}) =>
    ({ id, kind: 'at_need', deceased_full_name, looks_like_advertising: false, ...more }) as SubmissionRow;
  it('keeps likely advertising and second reports out of the calls', () => {
    const rows = [
      report('a', 'Raymond Castillo'),
      report('b', 'RAYMOND  Castillo'),
      report('c', 'Best Prices', { looks_like_advertising: true }),
      report('d', 'Harold Lindqvist'),
      report('e', 'Harold Lindqvist', { kind: 'pre_need' }),
    ];
    const { calls, advertising, second } = splitCalls(rows, ['Harold Lindqvist']);
    const ids = (all: readonly SubmissionRow[]) => all.map(({ id }) => id);
    expect([ids(calls), ids(advertising), ids(second)]).toEqual([['a', 'e'], ['c'], ['b', 'd']]);
  });
});

it('keeps a family that no one called in the queue after the conversion, for a week', () => {
  const row = (id: string, created_at: string, more: Partial<SubmissionRow> = {}) =>
    ({ id, created_at, is_waiting: true, status: 'converted', ...more }) as SubmissionRow;
  const converted = [
    row('uncalled', '2026-03-10T13:00:00Z'),
    row('called', '2026-03-10T13:00:00Z', { is_waiting: false }),
    row('old', '2026-03-01T13:00:00Z'),
  ];
  const found = waitingReports([row('new', '2026-03-10T14:00:00Z')], converted, now);
  expect(found.map(({ id }) => id)).toEqual(['uncalled', 'new']);
});

describe('workQueue', () => {
  const lines = [
    ...moneyLines([owed('m', '2026-03-01'), owed('w', '2026-03-12')], today),
    ...deadlineLines([duty('d', -1), duty('e', 3), { ...duty('n', 0), time: '09:00' }], today),
    ...callLines([aCall('c2', '2026-03-10T12:00:00Z'), aCall('c1', '2026-03-10T11:00:00Z')], now),
    ...callLines([aCall('c3', '2026-03-10T14:50:00Z')], now),
    ...serviceLines([aCase('s', { service_date: '2026-03-11' }), aCase('t', { service_time: '' })], planned),
    ...caseLines({ lacking: waiting(aCase('l')), drafts: waiting(aCase('f'), aCase('g', { missing_count: 0 })) }),
  ];
  const ids = (role: (typeof roles)[number]) =>
    Object.fromEntries(Object.entries(workQueue(lines, role)).map(([group, all]) => [group, all.map(({ id }) => id)]));

  it('contains every line once for every role, and families by the longest wait', () => {
    for (const role of roles) {
      const groups = workQueue(lines, role);
      const all = Object.values(groups).flat();
      expect(all.map(({ id }) => id).toSorted()).toEqual(lines.map(({ id }) => id).toSorted());
      expect(groups.families.map(({ id }) => id)).toEqual(['call.c1', 'call.c2']);
    }
  });

  it('orders Now by time, the week by day, and the rest by the role', () => {
    expect(ids('funeral_director')).toEqual({
      now: ['call.c3'],
      families: ['call.c1', 'call.c2'],
      overdue: ['deadline.d', 'money.m'],
      today: ['deadline.n', 'service.t'],
      todo: ['draft.g', 'draft.f', 'lacking.l'],
      week: ['service.s', 'money.w', 'deadline.e'],
    });
    expect(ids('office_staff').overdue).toEqual(['money.m', 'deadline.d']);
  });

  it('fills the button of a promise, then of a call in time, then of the longest wait', () => {
    const groups = workQueue(lines, 'coordinator');
    const promise = { ...lines[0], id: 'p', kind: 'promise', group: 'now' } as WorkItem;
    expect(firstItem({ ...groups, now: [...groups.now, promise] })?.id).toBe('p');
    expect(firstItem(groups)?.id).toBe('call.c3');
    expect(firstItem({ ...groups, now: groups.now.slice(1) })?.id).toBe('call.c1');
  });

  it('folds what is overdue for more than 90 days', () => {
    expect([-90, -91].map((days) => deadlineLines([duty('d', days)], today).map(isLongOverdue))).toEqual([
      [false],
      [true],
    ]);
  });
});
