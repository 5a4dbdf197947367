import * as z from 'zod';
import { likenessKeys } from '#domain/cases/case-validation.ts';
import { advertisingSign } from '#domain/intake/advertising.ts';
import { submissionStatuses } from '#domain/intake/submission.schema.ts';
import { isReportedByOther } from '#domain/intake/submission-to-case.ts';
import { formKinds, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { languages } from '#domain/shared/values/language.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { Shared } from '#functions/platform/store/lists/projection.ts';
import { formText, nameInForm, type SubmissionRecord } from './submission-record.ts';

export const submissionsList = defineList({
  name: 'submissions',
  partition: (keys, id) => keys.submission(id).pk,
  columns: z.object({
    id: z.string(),
    reference: z.string(),
    created_at: z.string(),
    status: z.enum(submissionStatuses),
    kind: z.enum(formKinds).default('at_need'),
    deceased_full_name: z.string(),
    date_of_death: z.string(),
    informant_name: z.string(),
    informant_relationship: z.string(),
    submitter_phone: z.string(),
    submitter_email: z.string(),
    preferred_contact_time: z.string(),
    funeral_home_id: z.string(),
    stillborn: z.boolean(),
    // Older rows do not have it until a reindex.
    by_another: z.boolean().default(false),
    language: z.enum(languages).default('en'),
    is_waiting: z.boolean().default(false),
    looks_like_advertising: z.boolean().default(false),
    case_id: z.string().nullable(),
    case_number: z.string().nullable(),
  }),
  sorts: { created: ({ created_at }) => created_at },
  filters: { home: ({ funeral_home_id }) => funeral_home_id, status: ({ status }) => status },
  views: [
    { index: 'gsi1', sort: 'created' },
    { index: 'gsi2', sort: 'created', filters: ['status'] },
    { index: 'gsi3', sort: 'created', filters: ['home'] },
    { index: 'gsi4', sort: 'created', filters: ['home', 'status'] },
  ],
});
export type SubmissionListRow = z.output<typeof submissionsList.columns>;

export const submissionRow = (record: SubmissionRecord): SubmissionListRow => ({
  id: record.id,
  reference: record.reference,
  created_at: record.created_at,
  status: record.status,
  kind: record.kind,
  deceased_full_name: nameInForm(record.form),
  date_of_death: formText(record.form, 'date_of_death'),
  informant_name: formText(record.form, 'informant_first_name', 'informant_last_name'),
  informant_relationship: formText(record.form, 'informant_relationship'),
  submitter_phone: formText(record.form, 'submitter_phone'),
  submitter_email: formText(record.form, 'submitter_email'),
  preferred_contact_time: formText(record.form, 'preferred_contact_time'),
  funeral_home_id: record.funeral_home_id,
  stillborn: record.form.stillborn === true,
  by_another: isReportedByOther(formText(record.form, 'informant_phone'), formText(record.form, 'submitter_phone')),
  language: record.language,
  is_waiting: record.contacted_at === null,
  looks_like_advertising:
    advertisingSign(
      [nameInForm(record.form), formText(record.form, 'informant_first_name', 'informant_last_name')],
      record.bot_check.verdict === 'verified',
    ) !== undefined,
  case_id: record.case_id,
  case_number: record.case_number,
});

/** Returns what a report shares with other reports, first calls and cases of the same death. */
export const likenessOf = ({ kind, form }: Pick<SubmissionRecord, 'kind' | 'form'>): Shared[] =>
  isInquiry(kind)
    ? []
    : likenessKeys(
        {
          first_name: formText(form, 'deceased_first_name'),
          last_name: formText(form, 'deceased_last_name'),
          date_of_birth: formText(form, 'date_of_birth'),
          date_of_death: formText(form, 'date_of_death'),
        },
        [formText(form, 'informant_phone'), formText(form, 'submitter_phone')],
      );
