import type { Cents } from '#domain/shared/values/money.ts';

interface Received {
  id: string;
  /** Received less refunded. */
  amount: Cents;
  returned: Cents;
}

/**
 * Returns the cents of each payment that pay the invoice of `total` cents, by id, the first payment first.
 * If more than a payment was returned (a refunded check that bounced), the others pay less by the difference.
 */
export function allocatePayments(total: Cents, payments: readonly Received[]): Map<string, Cents> {
  const kept = payments.reduce((sum, { amount, returned }) => sum + amount - returned, 0);
  let open = Math.max(0, Math.min(total, kept));
  const applied = new Map<string, Cents>();
  for (const { id, amount, returned } of payments) {
    const pays = Math.min(open, Math.max(0, amount - returned));
    applied.set(id, pays);
    open -= pays;
  }
  return applied;
}
