import * as z from 'zod';
import { entryKinds } from '#domain/payments/entry-kind.ts';
import { paymentMethods } from '#domain/payments/payment-method.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

/** An entry of a case's ledger as it rests; the number of a check rests encrypted, apart. */
export const paymentSchema = storedSchema({
  kind: 'payment',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    case_id: z.string(),
    /** Number and name of the case when the entry was recorded, to be searched by; lists show those of today. */
    case_number: z.string(),
    deceased_name: z.string(),
    funeral_home_id: z.string(),
    kind: z.enum(entryKinds),
    status: z.enum(['recorded', 'voided']),
    receipt_number: z.string(),
    payment_date: z.string(),
    received_from: z.string(),
    /** Negative for what goes back. */
    amount_cents: z.number().int(),
    payment_method: z.enum(paymentMethods),
    other_method_description: z.string(),
    /** Under which id its number rests. */
    check_number_id: z.string().nullable(),
    check_number_masked: z.string(),
    payment_for: z.string(),
    notes: z.string(),
    refund_of: z.string().nullable(),
    /** What of a payment was given back by entries that stand, in cents; not negative. */
    returned_cents: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
    /** When anything but its notes was corrected last; absent of one that never was, and before this was kept. */
    corrected_at: z.string().optional(),
    created_by_name: z.string().nullable(),
    voided_at: z.string().nullable(),
    voided_by_name: z.string().nullable(),
    void_reason: z.string().nullable(),
  }),
});
export type PaymentRecord = z.output<typeof paymentSchema.schema>;
