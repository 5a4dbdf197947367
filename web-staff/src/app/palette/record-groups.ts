import { IconArrowRight, IconFolder, IconInbox, IconUser } from '@tabler/icons-react';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { submissionTitle } from '#domain/intake/submission-title.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { paths } from '../../paths.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';

/** Rows of each kind at most. */
const shown = 5;

/** What was found; undefined where it was not looked for, or could not be. */
export interface FoundRecords {
  cases?: readonly CaseRow[];
  customers?: readonly CustomerRow[];
  submissions?: readonly SubmissionRow[];
}

const given = (...parts: (string | null | undefined)[]): string[] => parts.filter((part) => part) as string[];
const asWord = (status: string): string => status.charAt(0).toUpperCase() + status.slice(1);

const caseEntry = (row: CaseRow): PaletteEntry => ({
  id: `case ${row.id}`,
  label: row.deceased_full_name || 'Name not given',
  details: given(row.case_number, asWord(row.status), formatDate(row.date_of_death)),
  icon: IconFolder,
  to: paths.case(row.id),
});

const customerEntry = (row: CustomerRow): PaletteEntry => ({
  id: `customer ${row.id}`,
  label: row.full_name,
  details: given(formatPhone(row.phone ?? ''), row.email),
  icon: IconUser,
  to: paths.customer(row.id),
});

const submissionEntry = (row: SubmissionRow): PaletteEntry => ({
  id: `submission ${row.id}`,
  label: submissionTitle(row),
  details: given(asWord(row.status), row.informant_name && `reported by ${row.informant_name}`, row.reference),
  icon: IconInbox,
  to: paths.submission(row.id),
});

/** The first rows of a kind, and the way to all of them where there are more. */
const groupOf = (title: string, list: string, search: string, all: readonly PaletteEntry[] = []): PaletteGroup => {
  const entries = all.slice(0, shown);
  if (all.length <= shown) return { title, entries };
  const rest: PaletteEntry = {
    id: `all ${list}`,
    label: `All ${title.toLowerCase()} with “${search}”`,
    icon: IconArrowRight,
    to: `${list}?search=${encodeURIComponent(search)}`,
  };
  return { title, entries: [...entries, rest] };
};

/** What was found, kind by kind; kinds without a match are left out. */
export const recordGroups = ({ cases, customers, submissions }: FoundRecords, search: string): PaletteGroup[] =>
  [
    groupOf('Cases', paths.cases, search, cases?.map(caseEntry)),
    groupOf('Customers', paths.customers, search, customers?.map(customerEntry)),
    groupOf('Submissions', paths.submissions, search, submissions?.map(submissionEntry)),
  ].filter(({ entries }) => entries.length > 0);
