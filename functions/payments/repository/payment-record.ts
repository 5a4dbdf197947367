import * as z from 'zod';
import { entryKinds, paymentMethods } from '#domain/payments/ledger-entry.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

/** Its check number is in an item of its own, encrypted. */
export const paymentSchema = storedSchema({
  kind: 'payment',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    case_id: z.string(),
    /** As of the entry, for search; lists show today's. */
    case_number: z.string(),
    deceased_name: z.string(),
    funeral_home_id: z.string(),
    kind: z.enum(entryKinds),
    status: z.enum(['recorded', 'voided']),
    receipt_number: z.string(),
    payment_date: z.string(),
    received_from: z.string(),
    /** Negative for refunds. */
    amount_cents: z.number().int(),
    payment_method: z.enum(paymentMethods),
    other_method_description: z.string(),
    check_number_id: z.string().nullable(),
    check_number_masked: z.string(),
    payment_for: z.string(),
    notes: z.string(),
    refund_of: z.string().nullable(),
    /** Cents returned by refunds and a reversal that are not void. */
    returned_cents: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
    /** The last correction other than of notes; older records do not have it. */
    corrected_at: z.string().optional(),
    created_by_name: z.string().nullable(),
    voided_at: z.string().nullable(),
    voided_by_name: z.string().nullable(),
    void_reason: z.string().nullable(),
  }),
});
export type PaymentRecord = z.output<typeof paymentSchema.schema>;
