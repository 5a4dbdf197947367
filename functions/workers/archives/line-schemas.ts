import * as z from 'zod';
import { caseSectionShape, caseShape } from '#functions/records/cases/case-record.ts';
import { copiesShape } from '#functions/records/cases/certificate-copies.ts';
import { overridesShape } from '#functions/records/cases/deadline-overrides.ts';
import { permitsShape } from '#functions/records/cases/permits.ts';
import { customerShape } from '#functions/records/customers/customer-record.ts';
import { documentShape } from '#functions/records/documents/document-record.ts';
import { familyPageShape } from '#functions/records/families/family-pages.ts';
import { familyReviewShape } from '#functions/records/families/family-reviews.ts';
import { firstCallShape } from '#functions/records/first-calls/first-call-record.ts';
import { monthReportShape } from '#functions/records/insight/month-reports.ts';
import { paymentShape } from '#functions/records/money/payment-record.ts';
import { priceListShape } from '#functions/records/money/price-lists.ts';
import { acceptanceShape, statementShape } from '#functions/records/money/statement-record.ts';
import { homeShape } from '#functions/records/organizations/homes.ts';
import { managedFormShape } from '#functions/records/organizations/managed-forms.ts';
import { organizationShape, profileShape } from '#functions/records/organizations/organization-record.ts';
import { envelopeShape } from '#functions/records/signatures/envelope-record.ts';
import { signatureTemplateShape } from '#functions/records/signatures/signature-template-record.ts';
import { submissionShape } from '#functions/records/submissions/submission-record.ts';
import { auditEntryShape } from '#functions/store/audit/audit.ts';

/** Under which its ciphertext rests, which leaves its keeper never. */
const sealed = { ssn_id: true } as const;

/**
 * What a line of each kind says: what rests of a record, without what leads to numbers, sign-ins and partners' links. A line
 * is read by its schema before it is written.
 */
export const lineSchemas = {
  organization: organizationShape.schema.omit({ onboarding: true }),
  homes: homeShape.schema,
  people: profileShape.schema.omit({ sub: true, sessions_since: true }),
  customers: customerShape.schema.omit({ open_merge: true }),
  reports: submissionShape.schema.omit({ ...sealed, bot_check: true }),
  'first-calls': firstCallShape.schema.omit(sealed),
  cases: caseShape.schema.omit(sealed).extend({
    sections: z.record(z.string(), caseSectionShape.schema.shape.values),
    permits: permitsShape.schema.shape.entries,
    certificate_copies: copiesShape.schema.shape.entries,
    deadline_decisions: overridesShape.schema.shape.entries,
    family_page: familyPageShape.schema.omit({ reference: true }).nullable(),
    family_review: familyReviewShape.schema.omit({ reference: true }).nullable(),
  }),
  payments: paymentShape.schema.omit({ check_number_id: true }),
  statements: statementShape.schema.extend({ acceptance: acceptanceShape.schema.nullable() }),
  envelopes: envelopeShape.schema.omit({ submissions: true, sending: true, read_at: true, check_at: true }),
  documents: documentShape.schema.omit({ request_id: true, checking_since: true, due_at: true }).extend({
    /** Where its file lies in the archive. */
    path: z.string(),
  }),
  'price-lists': priceListShape.schema,
  forms: managedFormShape.schema,
  'signature-templates': signatureTemplateShape.schema,
  'month-reports': monthReportShape.schema,
  'audit-entries': auditEntryShape.schema.omit({ sealed: true }).extend({
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
