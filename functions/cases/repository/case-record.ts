import * as z from 'zod';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { customerRelations } from '#domain/customers/customers-of-case.ts';
import { assignmentStatuses, settableStatuses } from '#domain/payments/receivables.ts';
import { languages } from '#domain/shared/values/language.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

/** The core item of a case; each of its sections is an item beside it. */
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
    /** The home's day on which it was opened; absent of cases from before it was kept. */
    opened_on: z.string().nullish(),
    updated_at: z.string(),
    created_by_name: z.string().nullable(),
    funeral_home_id: z.string(),
    /** Whether its deadlines run, where a person or an import decided it; else its status does (deadline-facts.ts). */
    deadlines_run: z.boolean().nullish(),
    /** Code of its home's state; absent of cases from before it was kept. */
    home_state: z.string().optional(),
    /** IANA zone of its home; absent of cases from before it was kept. */
    home_time_zone: z.string().optional(),
    source_submission_id: z.string().nullable(),
    source_first_call_id: z.string().nullable().default(null),
    /** How the family of the report asks that it comes from, until something is chosen for their page (family-pages.ts). */
    family: z.object({ reference: z.string(), language: z.enum(languages) }).optional(),
    /** Absent of cases from before it was kept. */
    created_by_id: z.string().nullish(),
    cancelled_at: z.string().nullish(),
    cancelled_by_name: z.string().nullish(),
    cancellation_reason: z.string().nullish(),
    ssn_id: z.string().nullable(),
    ssn_last4: z.string().nullable(),
    /** What was received so far, in cents. */
    paid_cents: z.number().default(0),
    /** How many entries its ledger has, with those that were voided; absent before the first. */
    ledger_entries: z.number().optional(),
    /** How many Statements were finalized; absent before the first. */
    statements: z.number().optional(),
    /** What insurers and instalments are still to bring; absent where nothing was ever agreed. */
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
            /** How it stood before it was paid; absent of one that was paid before this was kept. */
            status_before: z.enum(settableStatuses).optional(),
            /** Its latest payment that stands, and what its payments come to, in cents. */
            payment_id: z.string().nullable(),
            received_cents: z.number().int(),
            /** Its payments with what counts of each; absent of one that was paid when it could have one alone. */
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
    /** The case's customers, and what each is to it. */
    customers: z.record(z.string(), z.array(z.enum(customerRelations))).default({}),
  }),
});
export type CaseRecord = z.output<typeof caseSchema.schema>;
/** What a case keeps of its home. */
export const homeFacts = (home: { state: string; time_zone: string }) => ({
  home_state: home.state,
  home_time_zone: home.time_zone,
});
/** Whether money was ever on record: also where all of it was voided or given back, the ledger is kept. */
export const hasLedger = ({ paid_cents, ledger_entries = 0 }: CaseRecord): boolean =>
  paid_cents !== 0 || ledger_entries > 0;
/** Whether a Statement was finalized: a copy of it is kept for a year at least (16 CFR 453.6). */
export const hasStatements = ({ statements = 0 }: CaseRecord): boolean => statements > 0;
export type StoredReceivables = NonNullable<CaseRecord['money_to_come']>;
export type StoredAssignment = StoredReceivables['assignments'][number];
export type CaseCustomers = CaseRecord['customers'];

/** A section of a case's form: what was entered, under a version of its own. */
export const caseSectionSchema = storedSchema({
  kind: 'case section',
  shape: 1,
  schema: z.object({ version: z.number(), updated_at: z.string(), values: z.record(z.string(), z.unknown()) }),
});
export type CaseSection = z.output<typeof caseSectionSchema.schema>;

/** Section id → its fields. */
export type CaseSections = Record<string, Record<string, unknown>>;
