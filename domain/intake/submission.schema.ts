import * as z from 'zod';
import { formKinds } from '#domain/managed-forms/form-kinds.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery, timeOrdering, version } from '#domain/shared/contract/wire.ts';
import { sentValues, wireValues } from '#domain/shared/forms/wire.ts';
import { sentServiceType } from '#domain/shared/reference-data/service-types.ts';
import { languages } from '#domain/shared/values/language.ts';
import { intakeFieldData } from './intake.sections.ts';

/** D1 §4: a submission can be marked contacted and converted to a case. */
export const submissionStatuses = ['new', 'contacted', 'converted'] as const;
export const SubmissionStatus = z.enum(submissionStatuses);
export type SubmissionStatus = z.output<typeof SubmissionStatus>;

export const submissionStatusLabels: Record<SubmissionStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  converted: 'Converted',
};

/** A row of the submissions list: what a director needs to decide whom to call first. */
export const SubmissionRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  created_at: Instant,
  status: SubmissionStatus,
  /** What the form was for: a report of a death, or an inquiry that becomes no case. */
  kind: z.enum(formKinds),
  deceased_full_name: z.string(),
  date_of_death: z.string(),
  informant_name: z.string(),
  informant_relationship: z.string(),
  submitter_phone: z.string(),
  submitter_email: z.string(),
  preferred_contact_time: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  stillborn: z.boolean(),
  /** The number to call back is not the next of kin's: somebody else has reported, such as a nurse. */
  by_another: z.boolean(),
  /** In which the family read the form: whoever calls back speaks it. */
  language: z.enum(languages),
  /** It is likely advertising (`isLikelyAdvertising`). */
  looks_like_advertising: z.boolean(),
  case_id: z.uuid().nullable(),
  case_number: z.string().nullable(),
});
export type SubmissionRow = z.output<typeof SubmissionRow>;

/** What the server keeps of a submission beside what the family entered. */
export const SubmissionCore = z.object({
  id: z.uuid(),
  reference: z.string(),
  version,
  kind: z.enum(formKinds),
  status: SubmissionStatus,
  created_at: Instant,
  updated_at: Instant,
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  contacted_at: Instant.nullable(),
  contacted_by_name: z.string().nullable(),
  case_id: z.uuid().nullable(),
  case_number: z.string().nullable(),
  bot_check: z.enum(['verified', 'unverified']),
  /** In which the family read the form, and is written to. */
  language: z.enum(languages),
  /** The home's form that was answered; null for the one that every home has. */
  managed_form: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), version: z.number().int() }).nullable(),
  /** Answers to the home's own questions, as they were asked. */
  extra_answers: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })),
  /** About, as the form showed it for the cemetery that was chosen, such as 4800.00; null where it showed none. */
  cemetery_quoted_cost: z.string().nullable(),
  /** Other submissions that seem to speak of the same death, also one that is a case already. */
  possible_duplicates: z.array(
    SubmissionRow.pick({
      id: true,
      deceased_full_name: true,
      created_at: true,
      status: true,
      case_id: true,
      case_number: true,
    }),
  ),
  /** The kind of service that was asked for; no field of the form asks. */
  service_type: z.string().optional(),
});

/**
 * A whole submission: the family's fields stand flat beside the server's, under the names they were sent with (D1 §3).
 * `social_security_number` is masked, always. Built when it is first asked for.
 */
export const Submission = z.lazy(() => wireValues(intakeFieldData).extend(SubmissionCore.shape));
export type Submission = z.output<typeof Submission>;

/** A correction: fields of the form alone, judged by its rules. A whole submission may be sent back; the rest is left. */
export const SubmissionPatch = z.lazy(() =>
  sentValues(intakeFieldData).extend({ version: version.optional(), service_type: sentServiceType }),
);

/** Filters of the submissions list. */
export const SubmissionQuery = listQuery.extend({
  status: SubmissionStatus.optional(),
  funeral_home: idSchema('home').optional(),
  ordering: timeOrdering,
});
