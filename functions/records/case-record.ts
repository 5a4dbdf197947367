import * as z from 'zod';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { customerRelations } from '#domain/customers/customer-relations.ts';
import { storedShape } from '#functions/store/stored-shape.ts';

/** The core item of a case; each of its sections is an item beside it. */
export const caseShape = storedShape({
  kind: 'case',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    case_number: z.string(),
    status: z.enum(caseStatuses),
    version: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
    created_by_name: z.string().nullable(),
    funeral_home_id: z.string(),
    source_submission_id: z.string().nullable(),
    source_first_call_id: z.string().nullable().default(null),
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
    /** The case's customers, and what each is to it. */
    customers: z.record(z.string(), z.array(z.enum(customerRelations))).default({}),
  }),
});
export type CaseRecord = z.output<typeof caseShape.schema>;
/** Whether money was ever on record: also where all of it was voided or given back, the ledger is kept. */
export const hasLedger = ({ paid_cents, ledger_entries = 0 }: CaseRecord): boolean =>
  paid_cents !== 0 || ledger_entries > 0;
/** Whether a Statement was finalized: a copy of it is kept for a year at least (16 CFR 453.6). */
export const hasStatements = ({ statements = 0 }: CaseRecord): boolean => statements > 0;
export type CaseCustomers = CaseRecord['customers'];

/** A section of a case's form: what was entered, under a version of its own. */
export const caseSectionShape = storedShape({
  kind: 'case section',
  shape: 1,
  schema: z.object({ version: z.number(), updated_at: z.string(), values: z.record(z.string(), z.unknown()) }),
});
export type CaseSection = z.output<typeof caseSectionShape.schema>;

/** Section id → its fields. */
export type CaseSections = Record<string, Record<string, unknown>>;
