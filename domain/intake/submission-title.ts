import { formKindLabels, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import type { SubmissionRow } from './submission.schema.ts';

type Named = Pick<SubmissionRow, 'kind' | 'deceased_full_name' | 'informant_name'>;

/** A name to call the record by, also when the family left it out: of who plans ahead, their own. */
export const submissionTitle = ({ kind, deceased_full_name, informant_name }: Named): string =>
  (kind === 'pre_need' ? informant_name : deceased_full_name).trim() || 'Name not given';

/** What it is about, in a line: the day of a death, or what the form was for that reports none. */
export const submissionSubject = ({
  kind,
  stillborn,
  date_of_death,
}: Pick<SubmissionRow, 'kind' | 'stillborn' | 'date_of_death'>): string =>
  isInquiry(kind) ? formKindLabels[kind] : `${stillborn ? 'Stillbirth' : 'Died'} ${formatDate(date_of_death)}`;
