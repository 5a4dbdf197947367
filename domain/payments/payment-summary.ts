import { type Cents, toDecimal } from '#domain/shared/values/money.ts';
import { type PaymentMethod, paymentMethodLabels, paymentMethods } from './ledger-entry.ts';
import type { PaymentSummary } from './payment.schema.ts';

interface Counted {
  status: 'recorded' | 'voided';
  payment_date: string;
  payment_method: PaymentMethod;
  /** Negative for refunds. */
  amount_cents: Cents;
}

const sumsOf = (entries: readonly Counted[]) => {
  let [received, returned] = [0, 0];
  for (const { amount_cents } of entries) {
    if (amount_cents < 0) returned -= amount_cents;
    else received += amount_cents;
  }
  return {
    count: entries.length,
    received: toDecimal(received),
    returned: toDecimal(returned),
    total: toDecimal(received - returned),
  };
};

/** Returns totals of the entries that are not void: overall, by method, and by day, the earliest first. */
export function summaryOf(entries: readonly Counted[]): Omit<PaymentSummary, 'date_from' | 'date_to' | 'is_exact'> {
  const recorded = entries.filter(({ status }) => status === 'recorded');
  const days = Map.groupBy(recorded, ({ payment_date }) => payment_date);
  const methods = Map.groupBy(recorded, ({ payment_method }) => payment_method);
  return {
    ...sumsOf(recorded),
    by_method: paymentMethods.flatMap((payment_method) => {
      const own = methods.get(payment_method);
      return own
        ? [{ payment_method, payment_method_display: paymentMethodLabels[payment_method], ...sumsOf(own) }]
        : [];
    }),
    by_day: [...days].sort(([a], [b]) => a.localeCompare(b)).map(([date, own]) => ({ date, ...sumsOf(own) })),
  };
}
