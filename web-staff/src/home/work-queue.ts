import type { CaseQueue, CaseRow } from '#domain/cases/case.schema.ts';
import { sectionOfDuty } from '#domain/cases/open-items.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import type { DueDeadline } from '#domain/deadlines/deadline.schema.ts';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { promisedArrival } from '#domain/first-calls/promised-arrival.ts';
import { isWaitingForCall } from '#domain/intake/submission.rules.ts';
import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { submissionTitle } from '#domain/intake/submission-to-case.ts';
import type { MoneyDue } from '#domain/payments/receivables.schema.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import {
  addDays,
  type CalendarDate,
  daysBetween,
  formatDate,
  minutesOf,
  momentIn,
  todayIn,
} from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatAmount } from '#domain/shared/values/money.ts';
import { telHref } from '#domain/shared/values/phone.ts';
import { searchTokens } from '#domain/shared/values/search-text.ts';
import { beforeGate, missingChecks } from '../gates/parts/gate-text.tsx';
import { paths } from '../paths.ts';
import type { Tone } from '../ui/chip.tsx';
import { minutesText, waitingTime } from '../ui/time/time-text.ts';

export const workGroups = ['now', 'families', 'overdue', 'today', 'todo', 'week'] as const;
export type WorkGroup = (typeof workGroups)[number];

type WorkKind =
  | 'promise'
  | 'call'
  | 'gate'
  | 'sheet'
  | 'service'
  | 'deadline'
  | 'task'
  | 'money'
  | 'signature'
  | 'draft'
  | 'lacking'
  | 'partner';

/** One thing to do, with its next step. */
export interface WorkItem {
  readonly id: string;
  readonly kind: WorkKind;
  readonly group: WorkGroup;
  /** Sorts the items of a kind. */
  readonly at: string;
  readonly day?: CalendarDate;
  readonly to: string;
  readonly name: string;
  readonly chip?: { readonly text: string; readonly tone: Tone };
  /** The time that decides, in large letters, with a word about it. */
  readonly lead?: { readonly text: string; readonly word: string; readonly tone: Tone };
  /** Days until it is due, negative when it is overdue. */
  readonly daysLeft?: number;
  readonly time?: string | null;
  readonly isOverdue?: boolean;
  /** At most two. */
  readonly lines: readonly string[];
  /** When it began, shown after the last line. */
  readonly since?: string;
  readonly next: { readonly label: string; readonly to: string };
  /** The report whose family waits for a call. */
  readonly call?: SubmissionRow;
  /** The number of the family. */
  readonly phone?: string;
  /** The first call with the promised arrival. */
  readonly promise?: FirstCallRow;
}

const orderOfAdministrators = [
  'gate',
  'deadline',
  'service',
  'money',
  'partner',
  'signature',
  'sheet',
  'draft',
  'lacking',
] as const;

/** The order of overdue and open work by role. */
const firstOf: Readonly<Record<Role, readonly WorkKind[]>> = {
  super_admin: orderOfAdministrators,
  funeral_home_admin: orderOfAdministrators,
  funeral_director: ['gate', 'service', 'deadline', 'signature', 'sheet', 'draft', 'lacking', 'money', 'partner'],
  coordinator: ['gate', 'sheet', 'deadline', 'signature', 'draft', 'lacking', 'service', 'money', 'partner'],
  office_staff: ['gate', 'money', 'signature', 'sheet', 'service', 'deadline', 'draft', 'lacking', 'partner'],
};

/** Work with a time comes before work that is due some time of the day. */
const weekOrder: readonly WorkKind[] = ['promise', 'service', 'deadline', 'money', 'task'];

/** Now, today and the week are in order of time, waiting families by the longest wait, other work by role and then by time. */
export function workQueue(lines: readonly WorkItem[], role: Role): Record<WorkGroup, WorkItem[]> {
  const order = [...firstOf[role], 'task'];
  const byTime = (a: WorkItem, b: WorkItem): number => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1);
  const byRole = (a: WorkItem, b: WorkItem): number => order.indexOf(a.kind) - order.indexOf(b.kind) || byTime(a, b);
  const byKind = (a: WorkItem, b: WorkItem): number => weekOrder.indexOf(a.kind) - weekOrder.indexOf(b.kind);
  const of = (group: WorkGroup): WorkItem[] => lines.filter((line) => line.group === group);
  return {
    now: of('now').toSorted(byTime),
    families: of('families').toSorted(byTime),
    overdue: of('overdue').toSorted(byRole),
    today: of('today').toSorted(byTime),
    todo: of('todo').toSorted(byRole),
    week: of('week').toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? '') || byKind(a, b) || byTime(a, b)),
  };
}

/** The one item with the filled button: the next promise, then the call that is due first, then the longest wait. */
export const firstItem = ({
  now,
  families,
  overdue,
  today,
  todo,
}: Record<WorkGroup, WorkItem[]>): WorkItem | undefined =>
  now.find(({ kind }) => kind === 'promise') ??
  now.find(({ kind }) => kind === 'call') ??
  [...families, ...now, ...overdue, ...today, ...todo][0];

/** Days that the queue looks ahead, today included. */
export const daysAhead = 7;
/** Overdue items that are older are folded. */
const foldedAfterDays = 90;

/** Returns true for an overdue item that is too old to be caught up one by one. */
export const isLongOverdue = ({ daysLeft = 0 }: WorkItem): boolean => daysLeft < -foldedAfterDays;

export const caseName = ({ deceased_full_name }: { deceased_full_name: string }): string =>
  deceased_full_name.trim() || 'Name not given';
const section = (id: string, at: CaseSectionId): string => `${paths.case(id)}?section=${at}`;
/** 'niece' of a stored relationship; '' where it says nothing. */
export const relationshipText = (value: string): string =>
  value && value !== 'other' ? displayValue({ kind: 'select', options: knownRelationships }, value).toLowerCase() : '';
export const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
export const chip = (text: string, tone: Tone = 'neutral') => ({ text, tone });

/** Returns the group of something due on a day, or undefined where it is farther ahead than the queue looks. */
export const groupOf = (day: CalendarDate, today: CalendarDate): 'overdue' | 'today' | 'week' | undefined => {
  if (day < today) return 'overdue';
  if (day === today) return 'today';
  return day <= addDays(today, daysAhead - 1) ? 'week' : undefined;
};

/** Sorts within a day: at its time, or after everything that has one. */
const clockOf = (time: string | null | undefined): string => `b ${time || '24:00'}`;

const missing = ({ missing_count: count }: CaseRow, to: 'activate' | 'complete'): string =>
  count === 0
    ? `Ready to ${to}`
    : `${count.toLocaleString('en-US')} ${count === 1 ? 'field' : 'fields'} needed to ${to}`;

const nightMinutes = 8 * 60;

/** Returns removals that were promised to a family and have not arrived. `zoneOf` is the time zone of a location. */
export const promiseLines = (
  rows: readonly FirstCallRow[],
  { now, zoneOf }: { now: Date; zoneOf: (homeId: string) => string },
): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    const zone = zoneOf(row.funeral_home_id);
    const arrival = promisedArrival(row, zone, now);
    if (!arrival) return [];
    const { day, time, minutesLeft: minutes } = arrival;
    // An arrival after midnight belongs to the night before.
    const isThisNight = minutes < nightMinutes;
    const group = isThisNight || groupOf(day, todayIn(zone, now)) !== 'week' ? 'now' : 'week';
    if (day > addDays(todayIn(zone, now), daysAhead - 1)) return [];
    const isLate = minutes < 0;
    const by = `arrive by ${formatTime(time)}`;
    const family = [row.next_of_kin_name, row.next_of_kin_name && relationshipText(row.next_of_kin_relationship)];
    const left = row.removal_left_at && `left ${formatTime(momentIn(zone, new Date(row.removal_left_at)).time)}`;
    const to = row.case_id ? paths.case(row.case_id) : paths.firstCall(row.id);
    return [
      {
        id: `promise.${row.id}`,
        kind: 'promise',
        group,
        day,
        to,
        promise: row,
        at: group === 'week' ? `${day} ${time}` : `a ${row.removal_expected_at}`,
        name: row.deceased_full_name.trim() || 'Name not known yet',
        lead: isLate
          ? { text: minutesText(-minutes), word: `late, ${by}`, tone: 'danger' }
          : { text: minutesText(minutes), word: by, tone: minutes < 15 && !left ? 'warn' : 'neutral' },
        lines: [
          row.place_of_death || 'Place not recorded',
          joined(
            family.some(Boolean) ? `Promised to ${family.filter(Boolean).join(', ')}` : 'Promised to the family',
            left || row.call_taken_by,
          ),
        ],
        next: { label: 'Open', to },
      },
    ];
  });

/** Returns the families that no one has called. Those still inside the promised half hour (D1 §2) are in Now. */
export const callLines = (rows: readonly SubmissionRow[], now: Date): WorkItem[] =>
  rows.map((row) => {
    const isInTime = waitingTime(row.created_at, now).tone === 'neutral';
    return {
      id: `call.${row.id}`,
      kind: 'call',
      to: paths.submission(row.id),
      lines: [],
      call: row,
      group: isInTime ? 'now' : 'families',
      at: isInTime ? `a ${row.created_at}` : row.created_at,
      next: { label: 'Call', to: telHref(row.submitter_phone) },
      name: submissionTitle(row),
    };
  });

/** Returns new reports and converted ones whose family no one has called, the longest wait first. */
export const waitingReports = (
  waiting: readonly SubmissionRow[],
  converted: readonly SubmissionRow[],
  now: Date,
): SubmissionRow[] =>
  [...waiting, ...converted.filter((row) => isWaitingForCall(row, now))].toSorted((a, b) =>
    a.created_at.localeCompare(b.created_at),
  );

const foldedName = (name: string): string => searchTokens(name).join(' ');

/**
 * Splits waiting reports into families to call and those to review first: likely advertising, and reports of a person
 * that open work (`known`) already names.
 */
export const splitCalls = (rows: readonly SubmissionRow[], known: readonly string[]) => {
  const names = new Set(known.map(foldedName).filter(Boolean));
  const [calls, advertising, second]: SubmissionRow[][] = [[], [], []];
  for (const row of rows) {
    const name = row.kind === 'at_need' ? foldedName(row.deceased_full_name) : '';
    if (row.looks_like_advertising) advertising?.push(row);
    else if (name && names.has(name) && !row.case_id) second?.push(row);
    else calls?.push(row);
    if (name) names.add(name);
  }
  return { calls: calls ?? [], advertising: advertising ?? [], second: second ?? [] };
};

/** Returns first-call sheets that are no cases yet: complete ones to convert, drafts to continue. */
export const sheetLines = (rows: readonly FirstCallRow[], mayConvert: boolean): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    const isWhole = row.status === 'active';
    if (isWhole && !mayConvert) return [];
    const to = paths.firstCall(row.id);
    return [
      {
        id: `sheet.${row.id}`,
        kind: 'sheet',
        group: 'todo',
        at: isWhole ? '0' : '1',
        to,
        name: row.deceased_full_name.trim() || 'Name not known yet',
        chip: isWhole ? chip('Complete', 'ok') : chip('First call'),
        lines: [row.call_taken_by ? `First call taken by ${row.call_taken_by}` : 'First call'],
        since: row.created_at,
        next: isWhole ? { label: 'Convert to case', to: paths.firstCallConvert(row.id) } : { label: 'Continue', to },
      },
    ];
  });

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
export const weekdayOf = (day: CalendarDate): string => weekday.format(new Date(`${day}T00:00:00Z`));

/** Returns the steps of the next 48 hours whose checks are missing. Those of an earlier day are overdue. */
export const gateLines = (
  rows: readonly CaseRow[],
  { now, zoneOf }: { now: Date; zoneOf: (homeId: string) => string },
): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    if (!row.gate) return [];
    const [day = '', time = ''] = row.gate.at.split(' ');
    const daysLeft = daysBetween(todayIn(zoneOf(row.funeral_home_id), now), day);
    const isLate = daysLeft < 0;
    const to = paths.caseChecks(row.id, row.gate.gate);
    const dayWord = ['today', 'tomorrow'][daysLeft] ?? 'in 2 days';
    return [
      {
        id: `gate.${row.id}`,
        kind: 'gate',
        group: isLate ? 'overdue' : 'now',
        to: paths.case(row.id),
        day,
        at: isLate ? row.gate.at : daysLeft === 0 ? clockOf(time) : `c ${row.gate.at}`,
        name: caseName(row),
        ...(isLate
          ? { daysLeft }
          : {
              lead: {
                text: formatTime(time) || weekdayOf(day),
                word: dayWord,
                tone: 'danger' as const,
              },
            }),
        lines: [
          `${missingChecks(row.gate.missing)} ${beforeGate(row.gate.gate).toLowerCase()}`,
          joined(row.case_number, row.informant_name),
        ],
        phone: row.informant_phone,
        next: { label: 'Checks', to },
      },
    ];
  });

/** A direct cremation has no service that could lack a time. */
const hasNoTime = ({ service_time, service_type }: CaseRow): boolean =>
  !service_time && service_type !== 'direct_cremation';

const serviceStep = (row: CaseRow, mayEdit: boolean): { label: string; to: string } => {
  if (mayEdit && hasNoTime(row)) return { label: 'Set time', to: section(row.id, 'service') };
  if (mayEdit && !row.service_location) return { label: 'Set location', to: section(row.id, 'service') };
  if (mayEdit && row.status === 'draft') return { label: 'Activate', to: paths.case(row.id) };
  return { label: 'Open case', to: paths.case(row.id) };
};

const serviceMinutes = 3 * 60;

interface ServiceOptions {
  today: CalendarDate;
  now: Date;
  zoneOf: (homeId: string) => string;
  mayEdit: boolean;
}

/** Returns the services of the days ahead and those of today that did not begin more than three hours ago. */
export const serviceLines = (rows: readonly CaseRow[], { today, now, zoneOf, mayEdit }: ServiceOptions): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    const due = groupOf(row.service_date, today);
    if (due === undefined || due === 'overdue') return [];
    const clock = momentIn(zoneOf(row.funeral_home_id), now);
    const isOver = row.service_time && minutesOf(clock.time) > minutesOf(row.service_time) + serviceMinutes;
    if (row.service_date === clock.day && isOver) return [];
    // Without a time, a service is work of today and no place to be now.
    const group = due === 'today' && row.service_time ? 'now' : due;
    const what = row.service_type === 'direct_cremation' ? 'Direct cremation' : serviceTitle(row.service_type);
    const time = formatTime(row.service_time);
    const isOpen = hasNoTime(row);
    return [
      {
        id: `service.${row.id}`,
        kind: 'service',
        group,
        to: paths.case(row.id),
        name: caseName(row),
        at: due === 'today' ? clockOf(row.service_time) : `${row.service_date} ${row.service_time || '24'}`,
        day: row.service_date,
        ...(group === 'now'
          ? { lead: { text: time, word: 'today', tone: 'neutral' } }
          : isOpen
            ? { chip: chip('No time set', 'warn') }
            : time
              ? { chip: chip(time, 'info') }
              : {}),
        lines: [what, joined(row.service_location || 'No location', row.funeral_home_name)],
        next: serviceStep(row, mayEdit),
      },
    ];
  });

const sectionLabels: Partial<Record<CaseSectionId, string>> = {
  deathCertificate: 'Open death certificate',
  medical: 'Open medical',
  compliance: 'Open permits',
  veteran: 'Open veteran',
};

export const deadlineLines = (rows: readonly DueDeadline[], today: CalendarDate): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    // The day at the case's location may differ from the user's.
    const day = addDays(today, row.days_left);
    const group = row.overdue ? 'overdue' : groupOf(day, today);
    if (!group) return [];
    const place = sectionOfDuty[row.kind];
    const label = sectionLabels[place] ?? 'Open case';
    return [
      {
        id: `deadline.${row.id}`,
        kind: 'deadline',
        group,
        to: paths.case(row.case),
        at: group === 'today' ? clockOf(row.time) : [row.due, row.time].join(' '),
        day,
        name: row.deceased_name || 'Name not given',
        daysLeft: row.days_left,
        time: row.time,
        isOverdue: row.overdue,
        lines: [`${row.title} · ${formatDate(row.due)}`, joined(row.case_number, row.owner_name)],
        next: { label, to: section(row.case, place) },
      },
    ];
  });

export const moneyLines = (rows: readonly MoneyDue[], today: CalendarDate): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    const group = groupOf(row.due_on, today);
    if (!group) return [];
    const owes = row.owed_by === 'family' ? 'The family' : 'The insurer';
    return [
      {
        id: `money.${row.case}`,
        kind: 'money',
        group,
        to: section(row.case, 'financial'),
        at: group === 'today' ? clockOf('') : row.due_on,
        day: row.due_on,
        daysLeft: daysBetween(today, row.due_on),
        name: row.deceased_name || 'Name not given',
        lines: [
          `${owes}: ${formatAmount(row.amount)}, ${formatDate(row.due_on)}`,
          joined(row.case_number, row.funeral_home_name),
        ],
        next: { label: 'Record payment', to: section(row.case, 'financial') },
      },
    ];
  });

/** Returns drafts, and active cases with missing fields. */
export const caseLines = ({ drafts, lacking }: Pick<CaseQueue, 'drafts' | 'lacking'>): WorkItem[] => [
  ...drafts.cases.map((row, at): WorkItem => {
    const label = row.missing_count === 0 ? 'Activate' : 'Continue';
    return {
      id: `draft.${row.id}`,
      kind: 'draft',
      group: 'todo',
      to: paths.case(row.id),
      name: caseName(row),
      at: `${Math.sign(row.missing_count)}.${String(at).padStart(3, '0')}`,
      chip: chip('Draft'),
      lines: [missing(row, 'activate'), row.case_number],
      since: row.created_at,
      next: { label, to: paths.case(row.id) },
    };
  }),
  ...lacking.cases.map(
    (row, at): WorkItem => ({
      id: `lacking.${row.id}`,
      kind: 'lacking',
      group: 'todo',
      to: paths.case(row.id),
      name: caseName(row),
      at: String(at).padStart(3, '0'),
      chip: chip('Active', 'info'),
      lines: [missing(row, 'complete'), row.case_number],
      next: { label: 'Continue', to: paths.case(row.id) },
    }),
  ),
];
