import type { EntryKind } from '#domain/payments/entry-kind.ts';
import type { PaymentMethod } from '#domain/payments/payment-method.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';
import { type Fact, measured } from './fact.ts';

/** An entry of a ledger, as far as figures look at it. */
export interface CountedPayment {
  readonly case_id: string;
  readonly funeral_home_id: string;
  readonly kind: EntryKind;
  readonly status: 'recorded' | 'voided';
  readonly payment_date: CalendarDate;
  readonly payment_method: PaymentMethod;
  /** Cents; negative for what goes back. */
  readonly amount_cents: number;
  readonly received_from: string;
  readonly receipt_number: string;
}

/** Money counts on the day of the payment, whenever it was entered; what was voided counts nowhere. */
export function factsOfPayment(payment: CountedPayment): Fact[] {
  const { amount_cents: cents, payment_method: method } = payment;
  if (payment.status === 'voided') return [];
  const one = measured({
    group: 'money',
    homeId: payment.funeral_home_id,
    day: payment.payment_date,
    add: {
      ...{ n: 1, net: cents, received: Math.max(0, cents), returned: Math.max(0, -cents) },
      ...{ 'n.received': cents > 0 ? 1 : 0, 'n.returned': cents < 0 ? 1 : 0 },
      ...{ [`method.${method}`]: cents, [`n.method.${method}`]: 1 },
    },
    caseId: payment.case_id,
    title: payment.received_from,
    detail: payment.receipt_number,
  });
  return one ? [one] : [];
}

/** A family's report, as far as figures look at it. */
export interface CountedReport {
  readonly id: string;
  readonly funeral_home_id: string;
  readonly reference: string;
  readonly status: 'new' | 'contacted' | 'converted';
  readonly case_id: string | null;
  readonly received_on: CalendarDate;
  readonly title: string;
}

/** A report counts on the day it came, also where it became a case later. */
export function factsOfReport(report: CountedReport): Fact[] {
  return [
    {
      group: 'report',
      homeId: report.funeral_home_id,
      day: report.received_on,
      add: { n: 1, [`status.${report.status}`]: 1 },
      caseId: report.case_id,
      submissionId: report.id,
      title: report.title || 'Name not given',
      detail: report.reference,
    },
  ];
}
