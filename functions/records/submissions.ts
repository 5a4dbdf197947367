import { notFound } from '#domain/contract/errors.ts';
import type { SubmissionRow, SubmissionStatus } from '#domain/submissions/submission.schema.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { type Keys, sharedKeys } from '#functions/store/keys.ts';
import { byTime, type Listed, listAttributes, listWrites, searchWords } from '#functions/store/listing.ts';
import { ChangedMeanwhile } from '#functions/store/on-current.ts';
import { pageOfList } from '#functions/store/pages.ts';
import type { Repository, SharedRepository } from '#functions/store/repository.ts';
import type { Item, Table, Write } from '#functions/store/table.ts';

export type FormValues = Record<string, string | boolean | string[]>;

export interface SubmissionRecord {
  id: string;
  reference: string;
  organization_id: string;
  funeral_home_id: string;
  funeral_home_name: string;
  version: number;
  status: SubmissionStatus;
  created_at: string;
  updated_at: string;
  contacted_at: string | null;
  contacted_by_name: string | null;
  case_id: string | null;
  case_number: string | null;
  ssn_id: string | null;
  ssn_last4: string | null;
  bot_check: {
    verdict: 'verified' | 'unverified';
    score: number | null;
    hostname: string | null;
    error_codes: string[];
  };
  /** What the family entered, without the SSN. */
  form: FormValues;
}

/** What a family can ask about its report with the reference and the secret token (kept as a hash). */
export interface ReportStatus {
  reference: string;
  token_hash: string;
  status: 'received' | 'contacted' | 'in_progress';
  funeral_home_name: string;
  submitted_at: string;
}

export const submissionsList = 'submissions';

const text = (form: FormValues, ...fields: string[]): string =>
  fields
    .map((field) => form[field])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ');

export const rowOf = (record: SubmissionRecord): SubmissionRow => ({
  id: record.id,
  reference: record.reference,
  created_at: record.created_at,
  status: record.status,
  deceased_full_name: text(record.form, 'deceased_first_name', 'deceased_middle_name', 'deceased_last_name'),
  date_of_death: text(record.form, 'date_of_death'),
  informant_name: text(record.form, 'informant_first_name', 'informant_last_name'),
  informant_relationship: text(record.form, 'informant_relationship'),
  submitter_phone: text(record.form, 'submitter_phone'),
  submitter_email: text(record.form, 'submitter_email'),
  preferred_contact_time: text(record.form, 'preferred_contact_time'),
  funeral_home_id: record.funeral_home_id,
  funeral_home_name: record.funeral_home_name,
  stillborn: record.form.stillborn === true,
  case_id: record.case_id,
  case_number: record.case_number,
});

/** How a submission stands in its list. */
export const listedSubmission = (record: SubmissionRecord): Listed => {
  const place = byTime(record.created_at);
  const { status, funeral_home_id: home } = record;
  const row = rowOf(record);
  return {
    list: submissionsList,
    id: record.id,
    row,
    views: [
      { index: 'gsi1', name: 'all', ...place },
      { index: 'gsi2', name: `status=${status}`, ...place },
      { index: 'gsi3', name: `home=${home}`, ...place },
      { index: 'gsi4', name: `home=${home}&status=${status}`, ...place },
    ],
    words: searchWords(
      row.reference,
      // Whole, and in the three groups people type it in.
      row.submitter_phone.replace(/\D/g, ''),
      formatPhone(row.submitter_phone),
      row.deceased_full_name,
      row.informant_name,
      row.submitter_email,
      text(record.form, 'alias'),
    ),
  };
};

export const submissionsIn = (table: Table, keys: Keys) => {
  const itemOf = (record: SubmissionRecord): Item => ({
    ...keys.submission(record.id),
    ...record,
    ...listAttributes(keys, listedSubmission(record)),
  });
  const recordOf = ({ pk, sk, row, gsi1pk, gsi1sk, gsi2pk, gsi2sk, gsi3pk, gsi3sk, gsi4pk, gsi4sk, ...record }: Item) =>
    record as unknown as SubmissionRecord;
  const stale = (current: Item | undefined): Error => (current ? new ChangedMeanwhile() : notFound());
  return {
    async find(id: string): Promise<SubmissionRecord | undefined> {
      const item = await table.get(keys.submission(id));
      return item && recordOf(item);
    },
    async require(id: string): Promise<SubmissionRecord> {
      const found = await this.find(id);
      if (!found) throw notFound();
      return found;
    },
    list: (query: { status?: string; home?: string; search?: string; page: number; pageSize: number }) =>
      pageOfList<SubmissionRow>(table, keys, {
        ...query,
        list: submissionsList,
        filters: { home: query.home, status: query.status },
        rowMatches: (row) =>
          (!query.status || row.status === query.status) && (!query.home || row.funeral_home_id === query.home),
      }),
    /** Put alone: the public function may write a submission, never read one. */
    create: (record: SubmissionRecord): Write[] => [
      { put: itemOf(record), when: 'absent' },
      ...listWrites(keys, undefined, listedSubmission(record)),
    ],
    /** Writes `next` if nobody changed `before` meanwhile; throws {@link ChangedMeanwhile}, or 404 when it is gone. */
    change: (before: SubmissionRecord, next: SubmissionRecord): Write[] => [
      { put: itemOf(next), when: { equals: { version: before.version } }, refused: stale },
      ...listWrites(keys, listedSubmission(before), listedSubmission(next)),
    ],
    remove: (record: SubmissionRecord): Write[] => [
      { delete: keys.submission(record.id), when: { equals: { version: record.version } }, refused: stale },
      ...listWrites(keys, listedSubmission(record), undefined),
      { delete: sharedKeys.reportStatus(record.reference) },
    ],
    createStatus: (status: ReportStatus): Write => ({
      put: { ...sharedKeys.reportStatus(status.reference), ...status },
      when: 'absent',
    }),
    changeStatus: (reference: string, status: ReportStatus['status']): Write => ({
      update: sharedKeys.reportStatus(reference),
      set: { status },
    }),
  };
};

/** The status of a report, by its reference alone: the caller compares the token. */
export const reportStatus = async (table: Table, reference: string): Promise<ReportStatus | undefined> =>
  (await table.get(sharedKeys.reportStatus(reference))) as ReportStatus | undefined;

export type Submissions = ReturnType<typeof submissionsIn>;
export const submissions = {
  grants: ['table:submissions', 'table:lists'],
  in: submissionsIn,
} as const satisfies Repository;
/** For the public function: a submission is put, and nothing of the staff's is read. */
export const newSubmissions = {
  grants: ['table:submit'],
  in: (table, keys): Pick<Submissions, 'create' | 'createStatus'> => submissionsIn(table, keys),
} as const satisfies Repository;
export const reportStatuses = {
  grants: ['table:report-statuses'],
  shared: (table) => ({ find: (reference: string) => reportStatus(table, reference) }),
} as const satisfies SharedRepository;
