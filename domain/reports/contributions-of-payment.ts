import type { EntryKind, PaymentMethod } from '#domain/payments/ledger-entry.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { type Contribution, withCounts, withoutZeroMeasures } from './contributions.ts';

export interface CountedPayment {
  readonly case_id: string;
  readonly funeral_home_id: string;
  readonly kind: EntryKind;
  readonly status: 'recorded' | 'voided';
  readonly payment_date: CalendarDate;
  readonly payment_method: PaymentMethod;
  /** Cents; negative for refunds. */
  readonly amount_cents: number;
  readonly received_from: string;
  readonly receipt_number: string;
}

/** Money counts on the date of the payment, whenever it was entered; voided entries count nowhere. */
export function contributionsOfPayment(payment: CountedPayment): Contribution[] {
  const { amount_cents: cents, payment_method: method } = payment;
  if (payment.status === 'voided') return [];
  const contribution = withoutZeroMeasures({
    group: 'money',
    homeId: payment.funeral_home_id,
    day: payment.payment_date,
    add: withCounts({
      net: cents,
      received: Math.max(0, cents),
      returned: Math.max(0, -cents),
      [`method.${method}`]: cents,
    }),
    caseId: payment.case_id,
    title: payment.received_from,
    detail: payment.receipt_number,
  });
  return contribution ? [contribution] : [];
}
