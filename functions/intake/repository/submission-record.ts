import * as z from 'zod';
import { submissionStatuses } from '#domain/intake/submission.schema.ts';
import { formKinds } from '#domain/managed-forms/form-kinds.ts';
import { languages } from '#domain/shared/values/language.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

/** What the family entered, without the SSN. */
const FormValues = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]));
export type FormValues = z.output<typeof FormValues>;

/** A report of a death as it rests. */
export const submissionSchema = storedSchema({
  kind: 'submission',
  shape: 1,
  schema: z.object({
    id: z.string(),
    reference: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    version: z.number(),
    /** What the form was for that was answered. */
    kind: z.enum(formKinds).default('at_need'),
    status: z.enum(submissionStatuses),
    created_at: z.string(),
    /** The home's day on which it came; absent of reports from before it was kept. */
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
    /** In which the family read the form, and is written to. */
    language: z.enum(languages).default('en'),
    /** The home's form that the family answered, and which version of it; null for the one that every home has. */
    managed_form: z
      .object({
        ...{ id: z.string(), name: z.string(), slug: z.string(), version: z.number().int() },
        /** The number that the form gave in place of the home's own; null where it gave none. */
        emergency_phone: z.string().nullable().default(null),
      })
      .nullable()
      .default(null),
    /** Answers to the home's own questions, each beside the question as it was asked. */
    extra_answers: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })).default([]),
    /** What the form said that a cemetery of the home's own list costs, where the family chose one. */
    quoted_cemetery: z.object({ name: z.string(), cost_cents: z.number().int() }).nullable().default(null),
  }),
});
export type SubmissionRecord = z.output<typeof submissionSchema.schema>;

/** The words of a form's text fields, those that are filled in, as one line. */
export const formText = (form: FormValues, ...fields: string[]): string =>
  fields
    .map((field) => form[field])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ');

/** The deceased's name as one line. */
export const nameInForm = (form: FormValues): string =>
  formText(form, 'deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix');
