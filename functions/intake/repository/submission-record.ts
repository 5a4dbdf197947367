import * as z from 'zod';
import { submissionStatuses } from '#domain/intake/submission.schema.ts';
import { formKinds } from '#domain/managed-forms/form-kinds.ts';
import { languages } from '#domain/shared/values/language.ts';
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
