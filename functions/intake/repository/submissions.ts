import type * as z from 'zod';
import { convertedWaitingFrom, isWaitingForCall } from '#domain/intake/submission.rules.ts';
import type { LikeSubmission, Submission } from '#domain/intake/submission.schema.ts';
import type { TimeOrdering } from '#domain/shared/contract/wire.ts';
import { typedPhone } from '#domain/shared/values/phone.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { caseLists } from '#functions/cases/repository/case-list.ts';
import { firstCallsList } from '#functions/first-calls/repository/first-call-record.ts';
import { createHomeRepository, withHomeName } from '#functions/organizations/repository/homes.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { ListDefinition } from '#functions/platform/store/lists/list-definition.ts';
import { pageOfList, pageOfSearch, type SortRange } from '#functions/platform/store/lists/list-page.ts';
import { recordsSharing, type Shared } from '#functions/platform/store/lists/projection.ts';
import { oldestFirst, rowsOf, searchFor } from '#functions/platform/store/lists/search-tokens.ts';
import { ifUnchanged, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { reportSchema, type StoredReport } from './report-record.ts';
import {
  likenessOf,
  type SubmissionListRow,
  type SubmissionRecord,
  submissionSchema,
  submissionsList,
} from './submission-record.ts';

export type { FormValues, SubmissionRecord } from './submission-record.ts';

export interface ListQuery {
  status?: string | undefined;
  home?: string | undefined;
  search?: string | undefined;
  ordering?: TimeOrdering | undefined;
  page: number;
  pageSize: number;
}

interface Narrowing<Row> {
  matches?: (row: Row) => boolean;
  ranges?: readonly SortRange[];
}

/** Returns a page of submissions or first calls, newest first by default. */
export const pageByTime = <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  { search, status, home, ordering, page, pageSize }: ListQuery,
  { matches, ranges }: Narrowing<z.output<Columns>> = {},
) => {
  const ascending = ordering === 'created_at';
  const request = { filters: { status, home }, page, pageSize, ...(matches ? { matches } : {}) };
  return search
    ? pageOfSearch(table, keys, list, {
        ...request,
        ...searchFor(typedPhone(search) ?? search),
        ...oldestFirst(ascending),
      })
    : pageOfList(table, keys, list, { ...request, ...(ranges ? { ranges } : {}), sort: 'created', ascending });
};

const ofLikeRecord = ['id', 'deceased_full_name', 'created_at', 'status', 'case_id', 'case_number'] as const;

/** Returns the rows of other records that share one of these values, newest first. */
export const othersSharing = async <Columns extends z.ZodObject>(
  table: Table,
  keys: Keys,
  list: ListDefinition<Columns>,
  id: string,
  values: readonly Shared[],
) => {
  const ids = await recordsSharing(table, keys, list.name, values);
  const others = await rowsOf(
    table,
    keys,
    list,
    ids.filter((other) => other !== id),
  );
  return others.toSorted((a, b) => String(b.created_at).localeCompare(String(a.created_at)));
};

/** Returns the reports that share one of these values, newest first. */
export const reportsSharing = async (
  table: Table,
  keys: Keys,
  id: string,
  values: readonly Shared[],
): Promise<LikeSubmission[]> => {
  const others = await othersSharing(table, keys, submissionsList, id, values);
  return others.map((row) => pick(row, ofLikeRecord));
};

export const createSubmissionRepository = (table: Table, keys: Keys) => {
  const itemOf = (record: SubmissionRecord): Item => submissionSchema.item(keys.submission(record.id), record);
  return {
    ...recordReads(table, submissionSchema.parse, keys.submission),
    /** With `waiting` only reports whose family waits for a call at `now`. */
    async list({ waiting, ...query }: ListQuery & { waiting?: boolean }, now = new Date()) {
      const narrowing = waiting && {
        matches: (row: SubmissionListRow) => isWaitingForCall(row, now),
        ...(query.status === 'converted' ? { ranges: [{ from: convertedWaitingFrom(now) }] } : {}),
      };
      const [found, names] = await Promise.all([
        pageByTime(table, keys, submissionsList, query, narrowing || {}),
        createHomeRepository(table, keys).homeNames(),
      ]);
      return { ...found, rows: found.rows.map((row) => withHomeName(row, names)) };
    },
    async homeNameOf({ funeral_home_id }: SubmissionRecord): Promise<string> {
      return (await createHomeRepository(table, keys).homeNames()).get(funeral_home_id) ?? '';
    },
    async alike(
      record: SubmissionRecord,
    ): Promise<Pick<Submission, 'possible_duplicates' | 'possible_cases' | 'possible_first_calls'>> {
      const values = likenessOf(record);
      const [possible_duplicates, possible_cases, calls] = await Promise.all([
        reportsSharing(table, keys, record.id, values),
        record.case_id ? [] : caseLists(table, keys).sharing(values),
        record.case_id ? [] : othersSharing(table, keys, firstCallsList, record.id, values),
      ]);
      const possible_first_calls = calls.map((row) => pick(row, ofLikeRecord));
      return { possible_duplicates, possible_cases, possible_first_calls };
    },
    /** The public function may put a submission, never read one. */
    create: (record: SubmissionRecord): Write[] => [{ put: itemOf(record), when: 'absent' }],
    /** Writes `next` if `before` did not change; throws {@link WriteConflictError}, or 404 if it was deleted. */
    change: (before: SubmissionRecord, next: SubmissionRecord): Write[] => [
      { put: itemOf(next), ...ifUnchanged(before) },
    ],
    remove: (record: SubmissionRecord): Write[] => [
      { delete: keys.submission(record.id), ...ifUnchanged(record) },
      { delete: sharedKeys.reportStatus(record.reference) },
    ],
    createStatus: (report: StoredReport): Write => ({
      put: reportSchema.item(sharedKeys.reportStatus(report.reference), report),
      when: 'absent',
    }),
  };
};

export type Submissions = ReturnType<typeof createSubmissionRepository>;
export const submissions = {
  grants: ['table:submissions', 'table:lists', 'table:case-rows', 'table:first-calls', 'table:home-names'],
  in: createSubmissionRepository,
} as const satisfies Repository;
export const submissionsReadOnly = {
  grants: ['table:reports-read'],
  in: (table, keys): Pick<Submissions, 'require'> => createSubmissionRepository(table, keys),
} as const satisfies Repository;
export const newSubmissions = {
  grants: ['table:submit'],
  in: (table, keys): Pick<Submissions, 'create' | 'createStatus'> => createSubmissionRepository(table, keys),
} as const satisfies Repository;
