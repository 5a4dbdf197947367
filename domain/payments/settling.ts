import type { Cents } from '#domain/shared/values/money.ts';
import type { AssignmentStatus, settableStatuses } from './assignment-status.ts';
import type { RuledEntry } from './ledger.rules.ts';

/** A payment of an insurer for an assignment, and cents of it that count as received: all, or none of a voided or returned one. */
export interface InsurerPayment {
  readonly payment_id: string;
  readonly left_cents: Cents;
}

interface Settled {
  status: AssignmentStatus;
  /** How it stood before the whole amount came; absent of one that was settled before this was kept. */
  status_before?: (typeof settableStatuses)[number] | undefined;
  amount_cents: Cents;
  payment_id: string | null;
  received_cents: Cents;
  payments?: InsurerPayment[] | undefined;
}

/** The payments of an assignment; one that was stored before there could be several has the one that it names. */
export const paymentsFor = ({ payments, payment_id, received_cents }: Settled): readonly InsurerPayment[] =>
  payments ?? (payment_id === null ? [] : [{ payment_id, left_cents: received_cents }]);

/**
 * An assignment as payments leave it, in cents: paid once they come to the whole amount; until then, and again after a void or a
 * returned check, it stands as it did before.
 */
export function settledBy<Assignment extends Settled>(
  one: Assignment,
  payments: readonly InsurerPayment[] = paymentsFor(one),
): Assignment {
  const before = one.status === 'paid' ? (one.status_before ?? 'verified') : one.status;
  const received_cents = payments.reduce((sum, { left_cents }) => sum + left_cents, 0);
  return {
    ...{ ...one, received_cents, payments: [...payments], status_before: before },
    payment_id: payments.findLast(({ left_cents }) => left_cents > 0)?.payment_id ?? null,
    status: received_cents >= one.amount_cents ? 'paid' : before,
  };
}

/**
 * A payment as an assignment has received it once an entry of the ledger is added, voided or given another amount; undefined for
 * a refund, as what goes back to the family is not owed by the insurer again.
 */
export function receivedAfter({
  id,
  kind,
  status,
  amount_cents,
  refund_of,
}: Pick<RuledEntry, 'id' | 'kind' | 'status' | 'amount_cents' | 'refund_of'>): InsurerPayment | undefined {
  if (kind === 'payment') return { payment_id: id, left_cents: status === 'recorded' ? amount_cents : 0 };
  if (kind === 'refund' || refund_of === null) return undefined;
  return { payment_id: refund_of, left_cents: status === 'recorded' ? 0 : -amount_cents };
}

/** An assignment after a change of one of its payments, of which so many cents count; undefined where nothing changes. */
export function followingPayment<Assignment extends Settled>(
  one: Assignment,
  { payment_id, left_cents }: InsurerPayment,
): Assignment | undefined {
  const payments = paymentsFor(one);
  const isChanged = payments.some((each) => each.payment_id === payment_id && each.left_cents !== left_cents);
  if (!isChanged) return undefined;
  return settledBy(
    one,
    payments.map((each) => (each.payment_id === payment_id ? { payment_id, left_cents } : each)),
  );
}
