import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery, version } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { moneyInput } from '#domain/shared/values/money.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { entryKinds, PaymentMethod } from './ledger-entry.ts';
import { paymentFields } from './payment.fields.ts';
import { paymentMessages } from './payment-messages.ts';

/** Dollars; negative for refunds. */
const amount = z.string().regex(/^-?\d+\.\d{2}$/);

/** An entry of a case's ledger (D3 §3). Its check number is always masked. */
export const Payment = z.object({
  id: z.uuid(),
  version,
  case: z.uuid(),
  case_number: z.string(),
  deceased_name: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  kind: z.enum(entryKinds),
  /** A voided entry stays in the ledger and does not count. */
  status: z.enum(['recorded', 'voided']),
  receipt_number: z.string(),
  payment_date: z.iso.date(),
  received_from: z.string(),
  amount,
  payment_method: PaymentMethod,
  payment_method_display: z.string(),
  other_method_description: z.string(),
  check_number: z.string(),
  check_number_masked: z.string(),
  payment_for: z.string(),
  notes: z.string(),
  refund_of: z.uuid().nullable(),
  /** Total of refunds and a reversal; more than the payment if a refunded check was returned. */
  amount_returned: amount,
  created_at: Instant,
  updated_at: Instant,
  created_by_name: z.string().nullable(),
  voided_at: Instant.nullable(),
  voided_by_name: z.string().nullable(),
  void_reason: z.string().nullable(),
});
export type Payment = z.output<typeof Payment>;

/** The earliest day first, each entry with the total received up to it. */
export const Ledger = z.object({
  payments: z.array(Payment.extend({ paid_to_date: amount })),
  contract_total: amount,
  total_paid: amount,
  balance_due: amount,
});
export type Ledger = z.output<typeof Ledger>;

const caseOfPayment = idSchema('case', paymentMessages.saveCaseFirst);

/** Required fields and formats are checked together, by the rules of payments. */
export const NewPayment = z.lazy(() =>
  sentValues(paymentFields).extend({
    case: caseOfPayment,
    assignment: idSchema('assignment').nullish(),
  }),
);
const reasonLimit = 500;
const reason = singleLineText('Reason', reasonLimit);

/** Omitted fields stay unchanged. The documented call has no reason. */
export const PaymentPatch = z.lazy(() =>
  sentValues(paymentFields).extend({ version: version.optional(), reason: reason.optional() }),
);
export type PaymentPatch = z.output<typeof PaymentPatch>;

/** Defaults: the family's overpayment, else all that is left of the payment; the payer as payee. */
export const RefundInput = z.object({
  amount: moneyInput.nullish(),
  payee: singleLineText('Payee', 200).nullish(),
  payment_date: z.string().nullish(),
  payment_method: PaymentMethod.nullish(),
  check_number: z.string().nullish(),
  other_method_description: z.string().nullish(),
  reason: reason.min(1, paymentMessages.reasonRequired),
  /** The payment's version as read, so that two users do not refund the same money; optional. */
  version: version.optional(),
});
/** Returns the whole payment; refunds of it stay. */
export const Reversal = RefundInput.pick({ payment_date: true, reason: true });

export const VoidQuery = z.object({ reason: reason.optional() });

const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD').meta({ format: 'date' }).optional();

/** Days of payment, both included. */
const filters = z.object({
  location: idSchema('home').optional(),
  payment_method: PaymentMethod.optional(),
  date_from: day,
  date_to: day,
});

export const PaymentQuery = listQuery.extend(filters.shape).extend({
  ordering: z.enum(['payment_date', '-payment_date'], 'Ordering must be payment_date or -payment_date').optional(),
});
export const LedgerQuery = z.object({
  case_id: caseOfPayment,
  /** Adds voided entries; without them the amounts add up to `total_paid` (D3 §4). */
  with_voided: z.literal('true', 'with_voided must be true').optional(),
});
export const SummaryQuery = filters.omit({ payment_method: true });

const Sums = { count: z.number().int(), received: amount, returned: amount, total: amount };

/** Receipts and refunds of a period, for counting the cash drawer at closing time. */
export const PaymentSummary = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  ...Sums,
  by_method: z.array(z.object({ payment_method: PaymentMethod, payment_method_display: z.string(), ...Sums })),
  by_day: z.array(z.object({ date: z.iso.date(), ...Sums })),
  /** False if there are more entries than one response sums up. */
  is_exact: z.boolean(),
});
export type PaymentSummary = z.output<typeof PaymentSummary>;
