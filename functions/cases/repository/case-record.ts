import * as z from 'zod';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { customerRelations } from '#domain/customers/customer.schema.ts';
import { assignmentStatuses, settableStatuses } from '#domain/payments/receivables.ts';
import { languages } from '#domain/shared/values/language.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

export const caseSchema = storedSchema({
  kind: 'case',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    case_number: z.string(),
    status: z.enum(caseStatuses),
    version: z.number(),
    created_at: z.string(),
    /** The home's day of opening; absent in older cases. */
    opened_on: z.string().nullish(),
    updated_at: z.string(),
    created_by_name: z.string().nullable(),
    funeral_home_id: z.string(),
    /** Whether deadlines run, decided by a person or an import; else the status decides (deadline-facts.ts). */
    deadlines_run: z.boolean().nullish(),
    /** Absent in older cases. */
    home_state: z.string().optional(),
    /** IANA zone of the home; absent in older cases. */
    home_time_zone: z.string().optional(),
    source_submission_id: z.string().nullable(),
    source_first_call_id: z.string().nullable().default(null),
    /** The reports and first calls that were attached later; deleting the case restores them. */
    attached: z.object({ submissions: z.array(z.string()), first_calls: z.array(z.string()) }).optional(),
    /** From the family's report, until staff choose others for their page (family-pages.ts). */
    family: z.object({ reference: z.string(), language: z.enum(languages) }).optional(),
    /** Absent in older cases. */
    created_by_id: z.string().nullish(),
    cancelled_at: z.string().nullish(),
    cancelled_by_name: z.string().nullish(),
    cancellation_reason: z.string().nullish(),
    ssn_id: z.string().nullable(),
    ssn_last4: z.string().nullable(),
    paid_cents: z.number().default(0),
    /** Includes voided entries; absent before the first. */
    ledger_entries: z.number().optional(),
    statements: z.number().optional(),
    /** Whether a chain of custody was ever opened, which stays. */
    has_custody: z.boolean().optional(),
    /** Expected from insurers and installments; absent if nothing was ever agreed. */
    money_to_come: z
      .object({
        assignments: z.array(
          z.object({
            id: z.string(),
            company: z.string(),
            policy_number: z.string(),
            amount_cents: z.number().int(),
            contact_phone: z.string(),
            expected_on: z.string().nullable(),
            notes: z.string(),
            status: z.enum(assignmentStatuses),
            status_before: z.enum(settableStatuses).optional(),
            /** The latest valid payment and the total of its payments in cents. */
            payment_id: z.string().nullable(),
            received_cents: z.number().int(),
            /** Its payments with their uncredited rest; absent in older records, which had one payment. */
            payments: z.array(z.object({ payment_id: z.string(), left_cents: z.number().int() })).optional(),
            updated_at: z.string(),
            updated_by_name: z.string().nullable(),
          }),
        ),
        plan: z
          .object({
            instalments: z.array(z.object({ due_on: z.string(), amount_cents: z.number().int() })),
            paid_before_cents: z.number().int(),
            made_at: z.string(),
            made_by_name: z.string().nullable(),
          })
          .nullable(),
      })
      .optional(),
    customers: z.record(z.string(), z.array(z.enum(customerRelations))).default({}),
  }),
});
export type CaseRecord = z.output<typeof caseSchema.schema>;
export type AttachedIds = NonNullable<CaseRecord['attached']>;
export const homeFacts = (home: { state: string; time_zone: string }) => ({
  home_state: home.state,
  home_time_zone: home.time_zone,
});
/** Whether money was ever recorded. The ledger stays even if everything was voided or refunded. */
export const hasLedger = ({ paid_cents, ledger_entries = 0 }: CaseRecord): boolean =>
  paid_cents !== 0 || ledger_entries > 0;
/** Whether a Statement was finalized, which must be retained for a year (16 CFR 453.6). */
export const hasStatements = ({ statements = 0 }: CaseRecord): boolean => statements > 0;
export type StoredReceivables = NonNullable<CaseRecord['money_to_come']>;
export type StoredAssignment = StoredReceivables['assignments'][number];
export type CaseCustomers = CaseRecord['customers'];

export const caseSectionSchema = storedSchema({
  kind: 'case section',
  shape: 1,
  schema: z.object({
    version: z.number(),
    updated_at: z.string(),
    values: z.record(z.string(), z.unknown()),
    /** Who recorded the answer about embalming, and when; only in its section. */
    embalming_answered: z.object({ by_name: z.string().nullable(), at: z.string() }).optional(),
  }),
});
export type CaseSection = z.output<typeof caseSectionSchema.schema>;

export type CaseSections = Record<string, Record<string, unknown>>;
