import type { CaseQueue, CaseRow } from '#domain/cases/case.schema.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import type { DueDeadline } from '#domain/deadlines/deadline.schema.ts';
import type { Duty } from '#domain/deadlines/rule-builders.ts';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import type { GoogleStatus, GoogleSuggestion } from '#domain/google-calendar/google.schema.ts';
import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { submissionTitle } from '#domain/intake/submission-to-case.ts';
import type { MoneyDue } from '#domain/payments/money-to-come.schema.ts';
import type { AccountingStatus } from '#domain/quickbooks/accounting.schema.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import { addDays, type CalendarDate, daysBetween, formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { telHref } from '#domain/shared/values/phone.ts';
import type { EnvelopeRow } from '#domain/signatures/envelope.schema.ts';
import { isAwaitingSigners } from '#domain/signatures/envelope-status.ts';
import { paths } from '../paths.ts';
import type { Tone } from '../ui/chip.tsx';
import { waitingTime } from '../ui/time/waiting-time.ts';

export const workGroups = ['late', 'today', 'waiting', 'week'] as const;
export type WorkGroup = (typeof workGroups)[number];

type WorkKind = 'call' | 'sheet' | 'service' | 'deadline' | 'money' | 'signature' | 'draft' | 'lacking' | 'partner';

export interface WorkItem {
  readonly id: string;
  readonly kind: WorkKind;
  readonly group: WorkGroup;
  /** Sorts lines of the same kind. */
  readonly at: string;
  /** Only lines with a day are in the week. */
  readonly day?: CalendarDate;
  readonly to: string;
  readonly name: string;
  readonly chip?: { readonly text: string; readonly tone: Tone };
  /** Negative if overdue; shown as text instead of a chip. */
  readonly daysLeft?: number;
  /** The time at which it is due on its day, and whether that has passed. */
  readonly time?: string | null;
  readonly isOverdue?: boolean;
  readonly lines: readonly string[];
  /** Its start, shown after the last line. */
  readonly since?: string;
  readonly next: { readonly label: string; readonly to: string };
  /** The family to call: its number is the button. */
  readonly call?: SubmissionRow;
}

const administrators = [
  'call',
  'deadline',
  'service',
  'money',
  'partner',
  'signature',
  'sheet',
  'draft',
  'lacking',
] as const;

/** Kinds that each role does first; waiting families are always first. */
const firstOf: Readonly<Record<Role, readonly WorkKind[]>> = {
  super_admin: administrators,
  funeral_home_admin: administrators,
  funeral_director: ['call', 'service', 'deadline', 'signature', 'sheet', 'draft', 'lacking', 'money', 'partner'],
  coordinator: ['call', 'sheet', 'deadline', 'signature', 'draft', 'lacking', 'service', 'money', 'partner'],
  office_staff: ['call', 'money', 'signature', 'sheet', 'service', 'deadline', 'draft', 'lacking', 'partner'],
};

/**
 * Returns all work in four groups. A group is sorted by what the role does first, then by time; the week is sorted by
 * day.
 */
export function workQueue(lines: readonly WorkItem[], role: Role): Record<WorkGroup, WorkItem[]> {
  const order = firstOf[role];
  const before = (one: WorkItem, other: WorkItem): number => {
    const byDay = one.group === 'week' ? (one.day ?? '').localeCompare(other.day ?? '') : 0;
    const byTime = one.at === other.at ? 0 : one.at < other.at ? -1 : 1;
    return byDay || order.indexOf(one.kind) - order.indexOf(other.kind) || byTime;
  };
  const of = (group: WorkGroup): WorkItem[] => lines.filter((line) => line.group === group).toSorted(before);
  return { late: of('late'), today: of('today'), waiting: of('waiting'), week: of('week') };
}

/** The number of days in the queue, including today. */
export const daysAhead = 7;

const caseName = ({ deceased_full_name }: { deceased_full_name: string }): string =>
  deceased_full_name.trim() || 'Name not given';
const section = (id: string, at: CaseSectionId): string => `${paths.case(id)}?section=${at}`;
const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
const chip = (text: string, tone: Tone = 'neutral') => ({ text, tone });

/** Returns undefined for a day after the end of the queue. */
const groupOf = (day: CalendarDate, today: CalendarDate): 'late' | 'today' | 'week' | undefined => {
  if (day < today) return 'late';
  if (day === today) return 'today';
  return day <= addDays(today, daysAhead - 1) ? 'week' : undefined;
};

const missing = ({ missing_count: count }: CaseRow, to: 'activate' | 'complete'): string =>
  count === 0
    ? `Ready to ${to}`
    : `${count.toLocaleString('en-US')} ${count === 1 ? 'field' : 'fields'} needed to ${to}`;

/** Families without a call; late after the promised half hour. */
export const callLines = (rows: readonly SubmissionRow[], now: Date): WorkItem[] =>
  rows.map((row) => ({
    ...{ id: `call.${row.id}`, kind: 'call', at: row.created_at, to: paths.submission(row.id), lines: [], call: row },
    next: { label: 'Call', to: telHref(row.submitter_phone) },
    group: waitingTime(row.created_at, now).tone === 'neutral' ? 'today' : 'late',
    name: submissionTitle(row),
  }));

/** First calls that are not cases yet. */
export const sheetLines = (rows: readonly FirstCallRow[], mayConvert: boolean): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    const isWhole = row.status === 'active';
    if (isWhole && !mayConvert) return [];
    const to = paths.firstCall(row.id);
    return [
      {
        ...{ id: `sheet.${row.id}`, kind: 'sheet', group: 'waiting', at: isWhole ? '0' : '1', to },
        name: row.deceased_full_name.trim() || 'Name not known yet',
        chip: isWhole ? chip('Complete', 'ok') : chip('First call'),
        lines: [row.call_taken_by ? `First call taken by ${row.call_taken_by}` : 'First call'],
        since: row.created_at,
        next: isWhole ? { label: 'Convert to case', to: paths.firstCallConvert(row.id) } : { label: 'Continue', to },
      },
    ];
  });

const serviceStep = (row: CaseRow, mayEdit: boolean): { label: string; to: string } => {
  if (mayEdit && !row.service_time) return { label: 'Set time', to: section(row.id, 'service') };
  if (mayEdit && !row.service_location) return { label: 'Set location', to: section(row.id, 'service') };
  if (mayEdit && row.status === 'draft') return { label: 'Activate', to: paths.case(row.id) };
  return { label: 'Open case', to: paths.case(row.id) };
};

export const serviceLines = (rows: readonly CaseRow[], today: CalendarDate, mayEdit: boolean): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    const group = groupOf(row.service_date, today);
    if (group === undefined || group === 'late') return [];
    const what = serviceTitle(row.service_type);
    const time = formatTime(row.service_time);
    return [
      {
        ...{ id: `service.${row.id}`, kind: 'service', group, to: paths.case(row.id), name: caseName(row) },
        ...{ at: `${row.service_date} ${row.service_time || '24'}`, day: row.service_date },
        chip: time ? chip(time, 'info') : chip('No time set', 'warn'),
        lines: [what, joined(row.service_location || 'No location', row.funeral_home_name)],
        next: serviceStep(row, mayEdit),
      },
    ];
  });

const dutyPlaces = {
  first_notice: ['deathCertificate', 'Open death certificate'],
  pending_cause: ['medical', 'Open medical'],
  amendment: ['deathCertificate', 'Open death certificate'],
  certifier: ['deathCertificate', 'Open death certificate'],
  filing: ['deathCertificate', 'Open death certificate'],
  fetal_death_report: ['deathCertificate', 'Open death certificate'],
  permit: ['compliance', 'Open permits'],
  cremation_permit: ['compliance', 'Open permits'],
  permit_return: ['compliance', 'Open permits'],
  permit_expiry: ['compliance', 'Open permits'],
  va_claim: ['veteran', 'Open veteran'],
} as const satisfies Record<Duty, readonly [CaseSectionId, string]>;

export const deadlineLines = (rows: readonly DueDeadline[], today: CalendarDate): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    // The day of the case's location, which may differ from the viewer's.
    const day = addDays(today, row.days_left);
    const group = row.overdue ? 'late' : groupOf(day, today);
    if (!group) return [];
    const [place, label] = dutyPlaces[row.kind];
    return [
      {
        ...{
          id: `deadline.${row.id}`,
          kind: 'deadline',
          group,
          to: paths.case(row.case),
          at: [row.due, row.time].join(' '),
          day,
        },
        name: row.deceased_name || 'Name not given',
        ...{ daysLeft: row.days_left, time: row.time, isOverdue: row.overdue },
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
        ...{ id: `money.${row.case}`, kind: 'money', group, to: section(row.case, 'financial'), at: row.due_on },
        ...{ day: row.due_on, daysLeft: daysBetween(today, row.due_on) },
        name: row.deceased_name || 'Name not given',
        lines: [
          `${owes}: ${formatMoney(parseMoney(row.amount) ?? 0)}, ${formatDate(row.due_on)}`,
          joined(row.case_number, row.funeral_home_name),
        ],
        next: { label: 'Record payment', to: section(row.case, 'financial') },
      },
    ];
  });

/** A request that was sent this long ago is late. */
const patientDays = 2;
/** Requests that ended earlier are omitted. */
const freshDays = 30;
const day = 24 * 3600_000;

const signatureStep = (row: EnvelopeRow, now: Date): { chip: WorkItem['chip']; label: string } | undefined => {
  const age = (now.getTime() - Date.parse(row.sent_at ?? row.created_at)) / day;
  if (row.status === 'draft') {
    if (row.sending === 'refused') return { chip: chip('Not sent', 'danger'), label: 'View reason' };
    return row.sending === 'asked' ? undefined : { chip: chip('Not sent yet'), label: 'Review and send' };
  }
  if (row.status === 'declined' && age < freshDays) return { chip: chip('Declined', 'danger'), label: 'Request again' };
  if (row.status === 'expired' && age < freshDays) return { chip: chip('Expired', 'warn'), label: 'Request again' };
  return isAwaitingSigners(row.status) && age >= patientDays
    ? { chip: chip('Waiting', 'warn'), label: 'Send reminder' }
    : undefined;
};

/** Requests that are not completed, of each case only the newest. */
export const signatureLines = (rows: readonly EnvelopeRow[], now: Date): WorkItem[] => {
  const latest = rows.filter((row, at) => rows.findIndex((other) => other.case.id === row.case.id) === at);
  return latest.flatMap((row): WorkItem[] => {
    const step = signatureStep(row, now);
    if (!step) return [];
    const to = step.label === 'Request again' ? paths.signatureAnew(row.case.id, row.id) : paths.signature(row.id);
    const open = row.recipients.filter(({ status }) => status !== 'completed').map(({ name }) => name);
    return [
      {
        ...{ id: `signature.${row.id}`, kind: 'signature', group: 'waiting', to: paths.signature(row.id) },
        ...{ at: row.created_at, chip: step.chip, name: row.case.deceased_name || 'Name not given' },
        lines: [row.title, joined(row.case.case_number, open.join(', '))],
        next: { label: step.label, to },
      },
    ];
  });
};

/** Drafts, and active cases with missing fields. */
export const caseLines = ({ drafts, lacking }: Pick<CaseQueue, 'drafts' | 'lacking'>): WorkItem[] => [
  ...drafts.cases.map((row, at): WorkItem => {
    const label = row.missing_count === 0 ? 'Activate' : 'Continue';
    return {
      ...{ id: `draft.${row.id}`, kind: 'draft', group: 'waiting', to: paths.case(row.id), name: caseName(row) },
      ...{ at: `${Math.sign(row.missing_count)}.${String(at).padStart(3, '0')}`, chip: chip('Draft') },
      lines: [missing(row, 'activate'), row.case_number],
      since: row.created_at,
      next: { label, to: paths.case(row.id) },
    };
  }),
  ...lacking.cases.map(
    (row, at): WorkItem => ({
      ...{ id: `lacking.${row.id}`, kind: 'lacking', group: 'waiting', to: paths.case(row.id), name: caseName(row) },
      ...{ at: String(at).padStart(3, '0'), chip: chip('Active', 'info') },
      lines: [missing(row, 'complete'), row.case_number],
      next: { label: 'Continue', to: paths.case(row.id) },
    }),
  ),
];

/** Events moved or deleted in Google Calendar: the family knows the time of the case. */
export const suggestionLines = (suggestions: readonly GoogleSuggestion[]): WorkItem[] =>
  suggestions.map((one): WorkItem => {
    const { id, case_id, case_number, date, time, suggested_date, seen_at } = one;
    const to = paths.case(case_id);
    return {
      ...{ id: `google.${id}`, kind: 'service', group: 'waiting', at: seen_at, to, name: caseName(one) },
      chip: chip(suggested_date ? 'Moved in Google Calendar' : 'Deleted in Google Calendar', 'warn'),
      lines: [`Case has ${[formatDate(date), time && formatTime(time)].filter(Boolean).join(', ')}`, case_number],
      next: { label: 'Review', to },
    };
  });

export const calendarLines = ({ needs_reconnect }: GoogleStatus): WorkItem[] => {
  if (!needs_reconnect) return [];
  const to = paths.calendarSettings;
  return [
    {
      ...{ id: 'google', kind: 'partner', group: 'late', at: '', to, name: 'Google Calendar' },
      chip: chip('Not sent', 'danger'),
      lines: ['Disconnected; changes are not synced'],
      next: { label: 'Connect', to },
    },
  ];
};

export const booksLines = ({ companies, failed_count }: AccountingStatus): WorkItem[] => {
  const ended = companies.find(({ needs_reconnect }) => needs_reconnect);
  const count = failed_count.toLocaleString('en-US');
  const line: Omit<WorkItem, 'lines' | 'next'> = {
    ...{ id: 'books', kind: 'partner', group: 'late', at: '', to: paths.quickBooks, name: 'QuickBooks' },
    chip: chip('Not sent', 'danger'),
  };
  if (ended) {
    const to = ended.is_first ? paths.quickBooks : `${paths.quickBooks}?company=${ended.realm_id}`;
    const lines = ['Disconnected; nothing is sent'];
    return [{ ...line, to, lines, next: { label: 'Connect', to } }];
  }
  if (failed_count === 0) return [];
  const entries = failed_count === 1 ? '1 entry failed' : `${count} entries failed`;
  return [{ ...line, lines: [entries], next: { label: 'Review', to: paths.quickBooks } }];
};
