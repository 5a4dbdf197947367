import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery, version } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { moneyInput } from '#domain/shared/values/money.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { entryKinds } from './entry-kind.ts';
import { paymentFields } from './payment.fields.ts';
import { PaymentMethod, paymentMessages } from './payment-method.ts';

/** A decimal amount of dollars; negative for what goes back. */
const amount = z.string().regex(/^-?\d+\.\d{2}$/);

/** An entry of a case's ledger (D3 §3). Its check number is masked, always. */
export const Payment = z.object({
  id: z.uuid(),
  version,
  case: z.uuid(),
  case_number: z.string(),
  deceased_name: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  kind: z.enum(entryKinds),
  /** A voided entry stays in the ledger and counts for nothing. */
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
  /** The payment that a refund or reversal gives back. */
  refund_of: z.uuid().nullable(),
  /** What refunds and a return of a payment come to, in dollars; more than the payment where a refunded check was returned. */
  amount_returned: amount,
  created_at: Instant,
  updated_at: Instant,
  created_by_name: z.string().nullable(),
  voided_at: Instant.nullable(),
  voided_by_name: z.string().nullable(),
  void_reason: z.string().nullable(),
});
export type Payment = z.output<typeof Payment>;

/** The ledger of a case, the earliest day first, each entry with the sum received up to it. */
export const Ledger = z.object({
  payments: z.array(Payment.extend({ paid_to_date: amount })),
  contract_total: amount,
  total_paid: amount,
  balance_due: amount,
});
export type Ledger = z.output<typeof Ledger>;

const caseOfPayment = idSchema('case', paymentMessages.saveCaseFirst);

/** What a client sends of a new payment; emptiness and form are judged together. */
export const NewPayment = z.lazy(() =>
  sentValues(paymentFields).extend({
    case: caseOfPayment,
    /** The insurance assignment of the case that it settles. */
    assignment: idSchema('assignment').nullish(),
  }),
);
const reasonLimit = 500;
const reason = singleLineText('Reason', reasonLimit);

/** A change: what is left out stays. The trail keeps why; a client that gives no reason is one of the documented call. */
export const PaymentPatch = z.lazy(() =>
  sentValues(paymentFields).extend({ version: version.optional(), reason: reason.optional() }),
);
export type PaymentPatch = z.output<typeof PaymentPatch>;

/**
 * Money that goes back. Without an amount it is what the family has overpaid, else all that is left of the payment;
 * without a payee it goes to who paid.
 */
export const MoneyBack = z.object({
  amount: moneyInput.nullish(),
  payee: singleLineText('Payee', 200).nullish(),
  payment_date: z.string().nullish(),
  payment_method: PaymentMethod.nullish(),
  check_number: z.string().nullish(),
  other_method_description: z.string().nullish(),
  reason: reason.min(1, paymentMessages.reasonRequired),
  /** Of the payment as it was read, so that two people do not give back the same money; a client may leave it out. */
  version: version.optional(),
});
/** A payment that was returned, such as a check by the bank: all of it; refunds that were paid out of it stay. */
export const Reversal = MoneyBack.pick({ payment_date: true, reason: true });

/** Why a payment is voided; a client that gives no reason is one of the documented call. */
export const VoidQuery = z.object({ reason: reason.optional() });

const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD').meta({ format: 'date' }).optional();

/** What narrows payments: days of payment, both within. */
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
  /** Adds the entries that were voided, which count for nothing: without them the amounts add up to `total_paid` (D3 §4). */
  with_voided: z.literal('true', 'with_voided must be true').optional(),
});
export const SummaryQuery = filters.omit({ payment_method: true });

const Sums = { count: z.number().int(), received: amount, returned: amount, total: amount };

/** What came in and went back in a span of days, as the drawer is counted at closing time. */
export const PaymentSummary = z.object({
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  ...Sums,
  by_method: z.array(z.object({ payment_method: PaymentMethod, payment_method_display: z.string(), ...Sums })),
  by_day: z.array(z.object({ date: z.iso.date(), ...Sums })),
  /** False where there were more entries than are summed up in one answer. */
  is_exact: z.boolean(),
});
export type PaymentSummary = z.output<typeof PaymentSummary>;
