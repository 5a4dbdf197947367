import {
  type Icon,
  IconArrowRight,
  IconCar,
  IconCash,
  IconCopy,
  IconFileText,
  IconFolder,
  IconFolderPlus,
  IconInbox,
  IconLogout,
  IconPhoneIncoming,
  IconPhonePlus,
  IconScan,
  IconSquareCheck,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { descriptionOf, sectionDefinitions } from '#domain/cases/sections/section-definitions.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { submissionTitle } from '#domain/intake/submission-to-case.ts';
import type { Permission } from '#domain/shared/access/roles.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import type { TaskRow } from '#domain/tasks/task.schema.ts';
import { paths } from '../../paths.ts';
import { taskOwner } from '../../tasks/parts/task-text.ts';
import { navigation } from '../navigation.ts';

interface EntryText {
  /** Unique key: 'case 0197…', 'go /team'. */
  id: string;
  label: string;
  details?: readonly string[];
  icon: Icon;
  keywords?: string;
}
export type PaletteEntry = EntryText & ({ to: string } | { run: () => void });

export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
}

const pages: readonly (EntryText & { to: string; may?: Permission })[] = navigation.map(
  ({ label, to, icon, group, may }) => ({
    id: `go ${to}`,
    label,
    details: group && [group],
    icon,
    to,
    may,
  }),
);

const action = (label: string, icon: Icon, to: string, may: Permission | undefined, keywords: string) => ({
  id: label.toLowerCase(),
  label,
  icon,
  to,
  may,
  keywords,
});
const actions: readonly (EntryText & { to: string; may?: Permission })[] = [
  action('Take a call', IconPhonePlus, paths.firstCallNew, 'first-call:edit', 'first new night add'),
  action('New case', IconFolderPlus, paths.caseNew, 'case:edit', 'add create open'),
  action('New task', IconSquareCheck, paths.taskNew, 'task:tick', 'add create to-do'),
  action('Scan or move', IconScan, paths.careScan, 'care:move', 'care body urn qr'),
  action('Record payment', IconCash, paths.paymentNew, 'payment:record', 'new add money deposit check'),
  action('New customer', IconUserPlus, paths.customerNew, 'customer:edit', 'add create family'),
  action('Find duplicate customers', IconCopy, paths.customerDuplicates, 'customer:merge', 'merge'),
  action('Vehicles, rooms and shifts', IconCar, paths.resources, 'case:read', 'resources on call off'),
  action('Your profile', IconUser, paths.profile, undefined, 'change password authenticator account'),
];

export const commandGroups = (can: (permission: Permission) => boolean, signOut: () => void): PaletteGroup[] => {
  const permitted = ({ may }: { may?: Permission }) => !may || can(may);
  const leave = { id: 'sign out', label: 'Sign out', icon: IconLogout, run: signOut };
  return [
    { title: 'Go to', entries: pages.filter(permitted) },
    { title: 'Actions', entries: [...actions.filter(permitted), leave] },
  ];
};

/** Returns the sections of the case on the screen; empty on other pages. */
export const sectionGroup = (pathname: string): PaletteGroup => {
  const caseId = /^\/cases\/([\da-f-]{36})$/.exec(pathname)?.[1];
  const entries = sectionDefinitions.map(({ id, title }) => ({
    id: `section ${id}`,
    label: title,
    details: omitBlanks('Section of this case', descriptionOf(id)),
    icon: IconFileText,
    to: `${pathname}?section=${id}`,
  }));
  return { title: 'This case', entries: caseId ? entries : [] };
};

const tokensOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Keeps the entries in which every typed word is a prefix ('go to' may come first). */
export const matching = (groups: readonly PaletteGroup[], typed: string): PaletteGroup[] => {
  const typedTokens = tokensOf(typed.replace(/^\s*go to\s+/i, ''));
  const fits = ({ label, details = [], keywords = '' }: PaletteEntry) => {
    const tokens = tokensOf([label, ...details, keywords].join(' '));
    return typedTokens.every((start) => tokens.some((token) => token.startsWith(start)));
  };
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(fits) }))
    .filter(({ entries }) => entries.length > 0);
};

/**
 * Returns the index that Enter opens: the chosen one, else the first destination. A command, such as signing out, is
 * never opened while a search for the same letters may still find a person; -1 for none.
 */
export const activeAmong = (entries: readonly PaletteEntry[], chosen: number, searching: boolean): number => {
  if (chosen >= 0) return chosen;
  const leading = entries.findIndex((entry) => 'to' in entry);
  return leading < 0 && !searching ? 0 : leading;
};

/** Returns where a key moves among `count` entries, wrapping around; undefined for other keys. */
export const movedTo = (key: string, from: number, count: number): number | undefined => {
  if (count === 0) return undefined;
  const moves: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: (from < 0 ? count : from) - 1,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : (to + count) % count;
};

const maxEntries = 5;

/** Search results; undefined if not searched or failed. */
export interface FoundRecords {
  cases?: readonly CaseRow[];
  customers?: readonly CustomerRow[];
  submissions?: readonly SubmissionRow[];
  firstCalls?: readonly FirstCallRow[];
  tasks?: readonly TaskRow[];
}

const omitBlanks = (...parts: (string | null | undefined)[]): string[] => parts.filter((part) => part) as string[];

const caseEntry = (row: CaseRow): PaletteEntry => ({
  id: `case ${row.id}`,
  label: row.deceased_full_name || 'Name not given',
  details: omitBlanks(row.case_number, capitalize(row.status), formatDate(row.date_of_death)),
  icon: IconFolder,
  to: paths.case(row.id),
});

const customerEntry = (row: CustomerRow): PaletteEntry => ({
  id: `customer ${row.id}`,
  label: row.full_name,
  details: omitBlanks(formatPhone(row.phone ?? ''), row.email),
  icon: IconUser,
  to: paths.customer(row.id),
});

const firstCallEntry = (row: FirstCallRow): PaletteEntry => ({
  id: `first call ${row.id}`,
  label: row.deceased_full_name.trim() || 'Name not known yet',
  details: omitBlanks('First call', row.next_of_kin_name, row.case_number),
  icon: IconPhoneIncoming,
  to: paths.firstCall(row.id),
});

const submissionEntry = (row: SubmissionRow): PaletteEntry => ({
  id: `submission ${row.id}`,
  label: submissionTitle(row),
  details: omitBlanks(capitalize(row.status), row.informant_name && `reported by ${row.informant_name}`, row.reference),
  icon: IconInbox,
  to: paths.submission(row.id),
});

const taskEntry = (row: TaskRow): PaletteEntry => ({
  id: `task ${row.id}`,
  label: row.title,
  details: omitBlanks(row.deceased_name, formatDate(row.due ?? ''), taskOwner(row)),
  icon: IconSquareCheck,
  to: paths.task(row.id),
});

const groupOf = (title: string, list: string, search: string, all: readonly PaletteEntry[] = []): PaletteGroup => {
  const entries = all.slice(0, maxEntries);
  if (all.length <= maxEntries) return { title, entries };
  const rest: PaletteEntry = {
    id: `all ${list}`,
    label: `All ${title.toLowerCase()} with “${search}”`,
    icon: IconArrowRight,
    to: `${list}${list.includes('?') ? '&' : '?'}search=${encodeURIComponent(search)}`,
  };
  return { title, entries: [...entries, rest] };
};

export const recordGroups = (
  { cases, customers, submissions, firstCalls, tasks }: FoundRecords,
  search: string,
): PaletteGroup[] =>
  [
    groupOf('Cases', paths.cases, search, cases?.map(caseEntry)),
    groupOf('Customers', paths.customers, search, customers?.map(customerEntry)),
    groupOf('First calls', paths.firstCalls, search, firstCalls?.map(firstCallEntry)),
    groupOf('Submissions', paths.submissions, search, submissions?.map(submissionEntry)),
    groupOf('Tasks', `${paths.tasks}?tab=all`, search, tasks?.map(taskEntry)),
  ].filter(({ entries }) => entries.length > 0);
