import * as z from 'zod';
import { likenessKeys } from '#domain/cases/case-validation.ts';
import { SubmissionRow, submissionRow, submissionStatuses } from '#domain/intake/submission.schema.ts';
import { formKinds, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { languages } from '#domain/shared/values/language.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { Shared } from '#functions/platform/store/lists/projection.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

const FormValues = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]));
export type FormValues = z.output<typeof FormValues>;

export const submissionSchema = storedSchema({
  kind: 'submission',
  shape: 1,
  schema: z.object({
    id: z.string(),
    reference: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    version: z.number(),
    kind: z.enum(formKinds).default('at_need'),
    status: z.enum(submissionStatuses),
    created_at: z.string(),
    /** The home's day of receipt; absent in older reports. */
    received_on: z.string().nullish(),
    updated_at: z.string(),
    contacted_at: z.string().nullable(),
    contacted_by_name: z.string().nullable(),
    case_id: z.string().nullable(),
    case_number: z.string().nullable(),
    ssn_id: z.string().nullable(),
    ssn_last4: z.string().nullable(),
    bot_check: z.object({
      verdict: z.enum(['verified', 'unverified']),
      score: z.number().nullable(),
      hostname: z.string().nullable(),
      error_codes: z.array(z.string()),
    }),
    form: FormValues,
    language: z.enum(languages).default('en'),
    /** Null for the standard form. */
    managed_form: z
      .object({
        id: z.string(),
        name: z.string(),
        slug: z.string(),
        version: z.number().int(),
        emergency_phone: z.string().nullable().default(null),
      })
      .nullable()
      .default(null),
    extra_answers: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })).default([]),
    /** A chosen cemetery of the home's own list, with the cost that the form showed. */
    quoted_cemetery: z.object({ name: z.string(), cost_cents: z.number().int() }).nullable().default(null),
  }),
});
export type SubmissionRecord = z.output<typeof submissionSchema.schema>;

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
