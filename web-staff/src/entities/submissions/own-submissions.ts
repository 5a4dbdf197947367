import type { CallInput } from '#domain/contract/endpoint.ts';
import { isByAnother } from '#domain/submissions/by-another.ts';
import type { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import type { Submission, SubmissionRow } from '#domain/submissions/submission.schema.ts';
import { ownChanges } from '../own-changes.ts';
import { submissionKeys } from './keys.ts';

export type SubmissionsQuery = NonNullable<CallInput<typeof submissionEndpoints.list>['query']>;

/** A submission as its list shows it. */
export const submissionRowOf = (submission: Submission): SubmissionRow => {
  const text = (...names: (keyof Submission)[]): string =>
    names
      .map((name) => submission[name])
      .filter((value) => typeof value === 'string' && value !== '')
      .join(' ');
  const { id, reference, created_at, status, kind, language, case_id, case_number } = submission;
  const { funeral_home_id, funeral_home_name } = submission;
  return {
    id,
    reference,
    created_at,
    status,
    kind,
    deceased_full_name: text('deceased_first_name', 'deceased_middle_name', 'deceased_last_name'),
    date_of_death: text('date_of_death'),
    informant_name: text('informant_first_name', 'informant_last_name'),
    informant_relationship: text('informant_relationship'),
    submitter_phone: text('submitter_phone'),
    submitter_email: text('submitter_email'),
    preferred_contact_time: text('preferred_contact_time'),
    funeral_home_id,
    funeral_home_name,
    stillborn: submission.stillborn === true,
    by_another: isByAnother(text('informant_phone'), text('submitter_phone')),
    language,
    case_id,
    case_number,
  };
};

/** What somebody has just done to submissions, until the lists know it. */
export const ownSubmissions = ownChanges<SubmissionRow, SubmissionsQuery>({
  key: submissionKeys.lists,
  belongs: (row, { status, funeral_home }) =>
    (!status || row.status === status) && (!funeral_home || row.funeral_home_id === funeral_home),
  order: (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at),
});
