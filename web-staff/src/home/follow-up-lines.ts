import type { GoogleStatus, GoogleSuggestion } from '#domain/google-calendar/google.schema.ts';
import type { QuickBooksStatus } from '#domain/quickbooks/quickbooks.schema.ts';
import { addDays, type CalendarDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import type { EnvelopeRow } from '#domain/signatures/envelope.schema.ts';
import { isOpenRequest } from '#domain/signatures/envelope-status.ts';
import type { TaskRow } from '#domain/tasks/task.schema.ts';
import { paths } from '../paths.ts';
import { taskOwner } from '../tasks/parts/task-text.ts';
import { caseName, chip, groupOf, joined, type WorkItem } from './work-queue.ts';

const lineOf = (row: TaskRow, daysLeft: number, today: CalendarDate): WorkItem[] => {
  // The day at the task's location may differ from the user's.
  const day = addDays(today, daysLeft);
  const group = row.overdue ? 'overdue' : groupOf(day, today);
  if (!group) return [];
  const to = paths.task(row.id);
  const about = [row.case_number, row.promised_to && `promised to ${row.promised_to}`, taskOwner(row)];
  return [
    {
      id: `task.${row.id}`,
      kind: 'task',
      group,
      to,
      day,
      at: `d ${day} ${row.time ?? '24:00'}`,
      daysLeft,
      time: row.time,
      isOverdue: row.overdue,
      name: row.title,
      next: { label: 'Open', to },
      lines: [row.deceased_name || 'No case', about.filter(Boolean).join(' · ')],
    },
  ];
};

const shownNames = 3;

/** 'Print cards, Set up the room, Order flowers and 6 more'. */
const namesOf = (items: readonly WorkItem[]): string => {
  const names = [...new Set(items.map(({ name }) => name))].slice(0, shownNames);
  const more = items.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Returns the user's tasks that are overdue or due today, and one line a day for those of the days ahead. */
export const taskLines = (rows: readonly TaskRow[], today: CalendarDate): WorkItem[] => {
  const lines = rows.flatMap((row) =>
    row.state === 'open' && row.days_left !== null ? lineOf(row, row.days_left, today) : [],
  );
  const ahead = Map.groupBy(lines, ({ group, day }) => (group === 'week' ? day : ''));
  return [...ahead].flatMap(([day, some]): WorkItem[] => {
    const [first] = some;
    if (!day || !first || some.length === 1) return some;
    const name = `${some.length} ${pluralForm(some.length, 'task', 'tasks')}`;
    const to = paths.tasks;
    return [
      {
        ...first,
        id: `tasks.${day}`,
        name,
        to,
        next: { label: 'Open', to },
        lines: [namesOf(some)],
      },
    ];
  });
};

/** Days after which an unsigned request needs a reminder. */
const patientDays = 2;
const day = 24 * 3600_000;

const signatureStep = (row: EnvelopeRow, now: Date): { chip: WorkItem['chip']; label: string } | undefined => {
  if (!isOpenRequest(row, now)) return undefined;
  const age = (now.getTime() - Date.parse(row.sent_at ?? row.created_at)) / day;
  if (row.status === 'draft') {
    if (row.sending === 'refused') return { chip: chip('Not sent', 'danger'), label: 'View reason' };
    return row.sending === 'asked' ? undefined : { chip: chip('Not sent yet'), label: 'Review and send' };
  }
  if (row.status === 'declined') return { chip: chip('Declined', 'danger'), label: 'Request again' };
  if (row.status === 'expired') return { chip: chip('Expired', 'warn'), label: 'Request again' };
  return age >= patientDays ? { chip: chip('Waiting', 'warn'), label: 'Send reminder' } : undefined;
};

/** Returns requests that need a person. */
export const signatureLines = (rows: readonly EnvelopeRow[], now: Date): WorkItem[] =>
  rows.flatMap((row): WorkItem[] => {
    const step = signatureStep(row, now);
    if (!step) return [];
    const to = step.label === 'Request again' ? paths.repeatSignature(row.case.id, row.id) : paths.signature(row.id);
    const open = row.recipients.filter(({ status }) => status !== 'completed').map(({ name }) => name);
    return [
      {
        id: `signature.${row.id}`,
        kind: 'signature',
        group: 'todo',
        to: paths.signature(row.id),
        at: row.created_at,
        chip: step.chip,
        name: row.case.deceased_name || 'Name not given',
        lines: [row.title, joined(row.case.case_number, open.join(', '))],
        next: { label: step.label, to },
      },
    ];
  });

/** Returns events that were moved or deleted in Google Calendar, because the family knows the date of the case. */
export const suggestionLines = (suggestions: readonly GoogleSuggestion[]): WorkItem[] =>
  suggestions.map((one): WorkItem => {
    const { id, case_id, title, case_number, date, time, suggested_date, seen_at } = one;
    const to = case_id ? paths.case(case_id) : paths.calendar;
    return {
      id: `google.${id}`,
      kind: 'service',
      group: 'todo',
      at: seen_at,
      to,
      name: case_id ? caseName(one) : title,
      chip: chip(suggested_date ? 'Moved in Google Calendar' : 'Deleted in Google Calendar', 'warn'),
      lines: [
        `${case_id ? 'Case' : 'Stillwater'} has ${[formatDate(date), time && formatTime(time)].filter(Boolean).join(', ')}`,
        case_number,
      ],
      next: { label: 'Review', to },
    };
  });

/** Returns a line if the Google connection has ended. */
export const calendarLines = ({ needs_reconnect }: GoogleStatus): WorkItem[] => {
  if (!needs_reconnect) return [];
  const to = paths.calendarSettings;
  return [
    {
      id: 'google',
      kind: 'partner',
      group: 'overdue',
      at: '',
      to,
      name: 'Google Calendar',
      chip: chip('Not sent', 'danger'),
      lines: ['Disconnected; changes are not synced'],
      next: { label: 'Connect', to },
    },
  ];
};

/** Returns a line if QuickBooks rejected entries or a connection has ended. */
export const booksLines = ({ companies, failed_count }: QuickBooksStatus): WorkItem[] => {
  const ended = companies.find(({ needs_reconnect }) => needs_reconnect);
  const count = failed_count.toLocaleString('en-US');
  const line: Omit<WorkItem, 'lines' | 'next'> = {
    id: 'books',
    kind: 'partner',
    group: 'overdue',
    at: '',
    to: paths.quickBooks,
    name: 'QuickBooks',
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
