import type { Cents } from '#domain/shared/values/money.ts';

interface Received {
  id: string;
  /** What was received, and what of it was given back since. */
  amount: Cents;
  returned: Cents;
}

/**
 * How much of each payment pays the invoice, by its id: the first first, until the invoice is paid. What was given back
 * pays nothing, so that the invoice is open by what the family owes again; what is left over stays with the customer as a
 * credit. Where more than a payment was given back (a refunded check that bounced), the others pay less by the difference.
 * `total` is what the invoice amounts to, in cents.
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
