import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Tone } from '../ui/chip.tsx';

export const workGroups = ['late', 'today', 'waiting', 'week'] as const;
export type WorkGroup = (typeof workGroups)[number];

export type WorkKind =
  | 'call'
  | 'sheet'
  | 'service'
  | 'deadline'
  | 'money'
  | 'signature'
  | 'draft'
  | 'lacking'
  | 'partner';

/** One thing to do, with its one next step. */
export interface WorkItem {
  readonly id: string;
  readonly kind: WorkKind;
  readonly group: WorkGroup;
  /** Places it among those of its kind. */
  readonly at: string;
  /** The day it is of; only what has one stands in the week. */
  readonly day?: CalendarDate;
  readonly to: string;
  readonly name: string;
  readonly chip?: { readonly text: string; readonly tone: Tone };
  /** Days until it is due, negative once it is over: said instead of a chip. */
  readonly daysLeft?: number;
  /** At most two. */
  readonly lines: readonly string[];
  /** When it began, said behind the last line. */
  readonly since?: string;
  readonly next: { readonly label: string; readonly to: string };
  /** The family to call: the number is the button. */
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

/** What each role does first; whoever waits for a call comes first for everybody. */
const firstOf: Readonly<Record<Role, readonly WorkKind[]>> = {
  super_admin: administrators,
  funeral_home_admin: administrators,
  funeral_director: ['call', 'service', 'deadline', 'signature', 'sheet', 'draft', 'lacking', 'money', 'partner'],
  coordinator: ['call', 'sheet', 'deadline', 'signature', 'draft', 'lacking', 'service', 'money', 'partner'],
  office_staff: ['call', 'money', 'signature', 'sheet', 'service', 'deadline', 'draft', 'lacking', 'partner'],
};

/**
 * All work as one queue in four groups. Within a group it goes by what the role does first, and within a kind by time; in
 * the week it goes by day.
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
