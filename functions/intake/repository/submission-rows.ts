import * as z from 'zod';
import { likenessKeys } from '#domain/cases/case-validation.ts';
import { SubmissionRow, submissionRow } from '#domain/intake/submission.schema.ts';
import { formKinds, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { languages } from '#domain/shared/values/language.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { Shared } from '#functions/platform/store/lists/projection.ts';
import type { SubmissionRecord } from './submission-record.ts';

export const submissionsList = defineList({
  name: 'submissions',
  partition: (keys, id) => keys.submission(id).pk,
  columns: SubmissionRow.omit({ funeral_home_name: true }).extend({
    kind: z.enum(formKinds).default('at_need'),
    language: z.enum(languages).default('en'),
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

export const rowOfSubmission = (record: SubmissionRecord) =>
  submissionRow(record, record.form, record.bot_check.verdict === 'verified');

/** Returns what a report shares with other reports, first calls and cases of the same death. */
export const likenessOf = ({ kind, form }: Pick<SubmissionRecord, 'kind' | 'form'>): Shared[] =>
  isInquiry(kind)
    ? []
    : likenessKeys(
        {
          first_name: stringAt(form, 'deceased_first_name'),
          last_name: stringAt(form, 'deceased_last_name'),
          date_of_birth: stringAt(form, 'date_of_birth'),
          date_of_death: stringAt(form, 'date_of_death'),
        },
        [stringAt(form, 'informant_phone'), stringAt(form, 'submitter_phone')],
      );
