import * as z from 'zod';
import { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { FirstCallStatus } from '#domain/first-calls/first-call.sections.ts';
import { type FormKind, formKinds, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery, timeOrdering, version } from '#domain/shared/contract/wire.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { sentValues, wireValues } from '#domain/shared/forms/wire.ts';
import { sentServiceType } from '#domain/shared/reference-data/service-types.ts';
import { stringAt, textsIn } from '#domain/shared/values/as-string.ts';
import { languages } from '#domain/shared/values/language.ts';
import { comparablePhone } from '#domain/shared/values/phone.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { intakeFieldData } from './intake.sections.ts';

const link = /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|biz|ru|xyz|top|shop|site|online)\b/i;
// No word of this list is a common American first or last name.
const marketingWords =
  /\b(?:sales team|seo|marketing|promotions?|prices|offers|discounts?|wholesale|casino|crypto|backlinks?)\b/i;

/** The part of a name that looks like advertising. */
export type AdvertisingSign = 'link' | 'words';

/**
 * Returns why a report looks like advertising: a name has a link, or a name has a marketing word and the bot check did
 * not verify the sender; undefined for any other. `names` are those of the deceased and of the person who reports. Such
 * a report is shown last and never deleted, because a family must not be lost.
 */
export const advertisingSign = (names: readonly string[], isVerified: boolean): AdvertisingSign | undefined => {
  if (names.some((name) => link.test(name))) return 'link';
  return !isVerified && names.some((name) => marketingWords.test(name)) ? 'words' : undefined;
};

/** D1 §4. */
export const submissionStatuses = ['new', 'contacted', 'converted'] as const;
export const SubmissionStatus = z.enum(submissionStatuses);
export type SubmissionStatus = z.output<typeof SubmissionStatus>;

export const submissionStatusLabels: Record<SubmissionStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  converted: 'Converted',
};

export const SubmissionRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  created_at: Instant,
  status: SubmissionStatus,
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
  /** Someone other than the next of kin reported, such as a nurse, and is called back. */
  by_another: z.boolean(),
  language: z.enum(languages),
  /** No one has called the family yet, also after a conversion. */
  is_waiting: z.boolean(),
  /** It is likely advertising (`advertisingSign`). */
  looks_like_advertising: z.boolean(),
  case_id: z.uuid().nullable(),
  case_number: z.string().nullable(),
});
export type SubmissionRow = z.output<typeof SubmissionRow>;

/**
 * Returns whether someone other than the next of kin reported, such as a nurse, so that the number to call back is
 * another one. An inquiry asks for one number, and a report has none of a next of kin who replaced another one. Phones
 * in any form, '' if unknown.
 */
export const isReportedByOther = (kind: FormKind, informantPhone: string, submitterPhone: string): boolean =>
  !(isInquiry(kind) && informantPhone === '') && comparablePhone(informantPhone) !== comparablePhone(submitterPhone);

/** Returns the deceased's name in a report on one line. */
export const reportedName = (form: Values): string =>
  stringAt(form, 'deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix');

const coreColumns = [
  'id',
  'reference',
  'created_at',
  'status',
  'kind',
  'language',
  'funeral_home_id',
  'case_id',
  'case_number',
] as const;

/** Returns the list row of a report; used by the projection and the browser. */
export const submissionRow = (
  report: Pick<SubmissionRow, (typeof coreColumns)[number]> & { contacted_at: string | null },
  form: Values,
  isVerified: boolean,
): Omit<SubmissionRow, 'funeral_home_name'> => {
  const names = {
    deceased_full_name: reportedName(form),
    informant_name: stringAt(form, 'informant_first_name', 'informant_last_name'),
  };
  return {
    ...pick(report, coreColumns),
    ...names,
    ...textsIn(form, ['date_of_death', 'informant_relationship', 'preferred_contact_time']),
    ...textsIn(form, ['submitter_phone', 'submitter_email']),
    stillborn: form.stillborn === true,
    by_another: isReportedByOther(report.kind, stringAt(form, 'informant_phone'), stringAt(form, 'submitter_phone')),
    is_waiting: report.contacted_at === null,
    looks_like_advertising: advertisingSign(Object.values(names), isVerified) !== undefined,
  };
};

/** A report that may be about the same death. */
export const LikeSubmission = SubmissionRow.pick({
  id: true,
  deceased_full_name: true,
  created_at: true,
  status: true,
  case_id: true,
  case_number: true,
});
export type LikeSubmission = z.output<typeof LikeSubmission>;

/** A first call that may be about the same death. */
const LikeFirstCall = LikeSubmission.extend({ status: FirstCallStatus });

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
  language: z.enum(languages),
  managed_form: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), version: z.number().int() }).nullable(),
  extra_answers: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })),
  /** The estimate that the form showed, such as 4800.00; null if none. */
  cemetery_quoted_cost: z.string().nullable(),
  possible_duplicates: z.array(LikeSubmission),
  /** Empty once the report belongs to a case, as are its first calls. */
  possible_cases: z.array(PossibleDuplicateCase),
  possible_first_calls: z.array(LikeFirstCall),
  /** No field of the form asks for it. */
  service_type: z.string().optional(),
});

/**
 * A whole submission: the family's fields are flat, under their wire names (D1 §3). `social_security_number` is always
 * masked. Built on first use.
 */
export const Submission = z.lazy(() => wireValues(intakeFieldData).extend(SubmissionCore.shape));
export type Submission = z.output<typeof Submission>;

/** A whole submission may be sent back; only fields of the form are read. */
export const SubmissionPatch = z.lazy(() =>
  sentValues(intakeFieldData).extend({ version: version.optional(), service_type: sentServiceType }),
);

export const SubmissionQuery = listQuery.extend({
  status: SubmissionStatus.optional(),
  funeral_home: idSchema('home').optional(),
  /** Only reports whose family no one has called (`isWaitingForCall`). */
  waiting: z.enum(['true']).optional(),
  ordering: timeOrdering,
});
