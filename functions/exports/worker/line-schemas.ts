import * as z from 'zod';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import { copiesSchema } from '#functions/certificates/repository.ts';
import { customerSchema } from '#functions/customers/repository/customer-record.ts';
import { overridesSchema } from '#functions/deadlines/repository/deadline-overrides.ts';
import { documentSchema } from '#functions/documents/repository/document-record.ts';
import { familyPageSchema } from '#functions/families/repository/family-pages.ts';
import { familyReviewSchema } from '#functions/families/repository/family-reviews.ts';
import { firstCallSchema } from '#functions/first-calls/repository/first-call-record.ts';
import { submissionSchema } from '#functions/intake/repository/submission-record.ts';
import { managedFormSchema } from '#functions/managed-forms/repository.ts';
import { homeSchema } from '#functions/organizations/repository/homes.ts';
import { organizationSchema, profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { paymentSchema } from '#functions/payments/repository/payment-record.ts';
import { permitsSchema } from '#functions/permits/repository.ts';
import { auditEntrySchema } from '#functions/platform/store/audit/audit.ts';
import { monthReportSchema } from '#functions/reports/repository/month-reports.ts';
import { envelopeSchema } from '#functions/signatures/repository/envelope-record.ts';
import { signatureTemplateSchema } from '#functions/signatures/repository/signature-template-record.ts';
import { priceListSchema } from '#functions/statements/repository/price-lists.ts';
import { acceptanceSchema, statementSchema } from '#functions/statements/repository/statement-record.ts';

/** Under which its ciphertext rests, which leaves its keeper never. */
const sealed = { ssn_id: true } as const;

/**
 * What a line of each kind says: what rests of a record, without what leads to numbers, sign-ins and partners' links. A line
 * is read by its schema before it is written.
 */
export const lineSchemas = {
  organization: organizationSchema.schema.omit({ onboarding: true }),
  homes: homeSchema.schema,
  people: profileSchema.schema.omit({ sub: true, sessions_since: true }),
  customers: customerSchema.schema.omit({ open_merge: true }),
  reports: submissionSchema.schema.omit({ ...sealed, bot_check: true }),
  'first-calls': firstCallSchema.schema.omit(sealed),
  cases: caseSchema.schema.omit(sealed).extend({
    sections: z.record(z.string(), caseSectionSchema.schema.shape.values),
    permits: permitsSchema.schema.shape.entries,
    certificate_copies: copiesSchema.schema.shape.entries,
    deadline_decisions: overridesSchema.schema.shape.entries,
    family_page: familyPageSchema.schema.omit({ reference: true }).nullable(),
    family_review: familyReviewSchema.schema.omit({ reference: true }).nullable(),
  }),
  payments: paymentSchema.schema.omit({ check_number_id: true }),
  statements: statementSchema.schema.extend({ acceptance: acceptanceSchema.schema.nullable() }),
  envelopes: envelopeSchema.schema.omit({ submissions: true, sending: true, read_at: true, check_at: true }),
  documents: documentSchema.schema.omit({ request_id: true, checking_since: true, due_at: true }).extend({
    /** Where its file lies in the archive. */
    path: z.string(),
  }),
  'price-lists': priceListSchema.schema,
  forms: managedFormSchema.schema,
  'signature-templates': signatureTemplateSchema.schema,
  'month-reports': monthReportSchema.schema,
  'audit-entries': auditEntrySchema.schema.omit({ sealed: true }).extend({
    /** The record in whose trail it stands, `CASE#id` say. */
    trail: z.string(),
    /** When it was recorded, and its id: its place in the trail of the organization. */
    position: z.string(),
    /** What it said of people was forgotten. */
    forgotten: z.boolean().optional(),
    /** As it lies in the table: what its hash is of. */
    stored: z.record(z.string(), z.unknown()),
  }),
  'audit-batches': z.record(z.string(), z.unknown()),
} as const satisfies Record<string, z.ZodType>;

export type LineKind = keyof typeof lineSchemas;
