import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import type { RuledEntry } from './ledger.rules.ts';

/** Payments set `paid` once the whole amount came. After `denied` the family owes the rest again. */
export const assignmentStatuses = ['assigned', 'verified', 'paid', 'denied'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

export const assignmentStatusLabels: Record<AssignmentStatus, string> = {
  assigned: 'Assigned',
  verified: 'Verified',
  paid: 'Paid',
  denied: 'Denied',
};

/** Statuses that users may set; only payments of the insurer set or remove `paid`. */
export const settableStatuses = ['assigned', 'verified', 'denied'] as const;

export const isOpen = (status: AssignmentStatus): boolean => status === 'assigned' || status === 'verified';

/** Assignments are stored on the case, whose item has a size limit. */
export const maxAssignments = 20;

export const receivablesMessages = {
  tooMany: `A case can have up to ${maxAssignments} insurance assignments`,
  paid: 'A payment is recorded for this assignment. Void it or record it as returned first.',
  notItsPayment: 'Choose a valid payment on this case.',
  taken: 'This payment is already applied to another assignment.',
  planTooMuch: 'Installments total more than the family owes.',
  planDays: 'Installments are due after January 1, 2000, and within ten years.',
  planOrder: 'Installment dates must be different and in order.',
  planEmpty: 'A plan needs at least one installment.',
} as const;

export interface ExpectedFromInsurer {
  readonly id: string;
  readonly status: AssignmentStatus;
  readonly amount_cents: Cents;
  /** Cents. */
  readonly received_cents: Cents;
  readonly expected_on: CalendarDate | null;
}

interface Installment {
  readonly due_on: CalendarDate;
  readonly amount_cents: Cents;
}
interface InstallmentPlan {
  readonly instalments: readonly Installment[];
  /** Cents that the family had paid when the plan was created; later payments pay the installments. */
  readonly paid_before_cents: Cents;
}

interface Receivables {
  readonly assignments: readonly ExpectedFromInsurer[];
  readonly plan: InstallmentPlan | null;
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0);

const stillOwed = (expected: Pick<ExpectedFromInsurer, 'status' | 'amount_cents' | 'received_cents'>): Cents =>
  isOpen(expected.status) ? Math.max(0, expected.amount_cents - expected.received_cents) : 0;

/**
 * Returns the shares of a balance in cents: insurers owe open assignments, the family the rest; negative is overpaid.
 */
export function splitBalance(
  { assignments }: Pick<Receivables, 'assignments'>,
  contractTotal: Cents,
  paid: Cents,
): { insurer: Cents; family: Cents } {
  const insurer = sumOf(assignments.map(stillOwed));
  return { insurer, family: contractTotal - paid - insurer };
}

/** Returns the cents that the family has paid: everything received except settled assignments. */
export const paidByFamily = ({ assignments }: Pick<Receivables, 'assignments'>, paid: Cents): Cents =>
  paid - sumOf(assignments.map(({ received_cents }) => received_cents));

export const installmentStatuses = ['paid', 'overdue', 'due_soon', 'open'] as const;
export type InstallmentStatus = (typeof installmentStatuses)[number];
/** Days. */
const soon = 7;

interface DatedInstallment extends Installment {
  /** Cents; the family's payments since the plan was created pay the earliest first. */
  readonly paid_cents: Cents;
}

/** Returns the installments with the part that `familyPaid` (cents) has paid. */
export function installmentsOf(plan: InstallmentPlan, familyPaid: Cents): DatedInstallment[] {
  let left = Math.max(0, familyPaid - plan.paid_before_cents);
  return plan.instalments.map((instalment) => {
    const paid_cents = Math.min(left, instalment.amount_cents);
    left -= paid_cents;
    return { ...instalment, paid_cents };
  });
}

/** Returns an installment's status on a day of the home. */
export function installmentStatus(
  { due_on, amount_cents, paid_cents }: DatedInstallment,
  today: CalendarDate,
  addDays: (day: CalendarDate, days: number) => CalendarDate,
): InstallmentStatus {
  if (paid_cents >= amount_cents) return 'paid';
  if (due_on < today) return 'overdue';
  return due_on <= addDays(today, soon) ? 'due_soon' : 'open';
}

interface NextDue {
  due_on: CalendarDate;
  amount_cents: Cents;
  owed_by: 'family' | 'insurer';
}

/** Returns the earliest receivable with a day, given the total received in cents, or undefined. */
export function nextDue(expected: Receivables, paid: Cents): NextDue | undefined {
  const installment = expected.plan
    ? installmentsOf(expected.plan, paidByFamily(expected, paid)).find(
        (installment) => installment.paid_cents < installment.amount_cents,
      )
    : undefined;
  const all: NextDue[] = expected.assignments.flatMap((assignment) => {
    const amount_cents = stillOwed(assignment);
    return amount_cents > 0 && assignment.expected_on
      ? [{ due_on: assignment.expected_on, amount_cents, owed_by: 'insurer' as const }]
      : [];
  });
  if (installment)
    all.push({
      due_on: installment.due_on,
      amount_cents: installment.amount_cents - installment.paid_cents,
      owed_by: 'family',
    });
  return all.toSorted((a, b) => a.due_on.localeCompare(b.due_on))[0];
}

/** Returns equal monthly installments of an amount in cents; the first ones take the remainder. */
export function equalInstallments(
  total: Cents,
  count: number,
  first: CalendarDate,
  addMonths: (day: CalendarDate, months: number) => CalendarDate,
): Installment[] {
  const each = Math.floor(total / count);
  const over = total - each * count;
  return Array.from({ length: count }, (_, at) => ({
    due_on: addMonths(first, at),
    amount_cents: each + (at < over ? 1 : 0),
  }));
}

/** `cents` count as received: all, or 0 if void or returned. */
export interface InsurerPayment {
  readonly payment_id: string;
  readonly left_cents: Cents;
}

interface Settled {
  status: AssignmentStatus;
  /** The status before the whole amount came; older records do not have it. */
  status_before?: (typeof settableStatuses)[number] | undefined;
  amount_cents: Cents;
  payment_id: string | null;
  received_cents: Cents;
  payments?: InsurerPayment[] | undefined;
}

/** Returns the payments of an assignment; an older record has one, in `payment_id`. */
export const paymentsFor = ({ payments, payment_id, received_cents }: Settled): readonly InsurerPayment[] =>
  payments ?? (payment_id === null ? [] : [{ payment_id, left_cents: received_cents }]);

/** Returns an assignment with these payments: paid once they reach its amount, else with its previous status. */
export function settledBy<Assignment extends Settled>(
  assignment: Assignment,
  payments: readonly InsurerPayment[] = paymentsFor(assignment),
): Assignment {
  const before = assignment.status === 'paid' ? (assignment.status_before ?? 'verified') : assignment.status;
  const received_cents = payments.reduce((sum, { left_cents }) => sum + left_cents, 0);
  return {
    ...assignment,
    received_cents,
    payments: [...payments],
    status_before: before,
    payment_id: payments.findLast(({ left_cents }) => left_cents > 0)?.payment_id ?? null,
    status: received_cents >= assignment.amount_cents ? 'paid' : before,
  };
}

/** Returns an entry as its assignment counts it; undefined for a refund, which the insurer does not owe again. */
export function receivedAfter(
  entry: Pick<RuledEntry, 'id' | 'kind' | 'status' | 'amount_cents' | 'refund_of'>,
): InsurerPayment | undefined {
  const { id, kind, status, amount_cents, refund_of } = entry;
  if (kind === 'payment') return { payment_id: id, left_cents: status === 'recorded' ? amount_cents : 0 };
  if (kind === 'refund' || refund_of === null) return undefined;
  return { payment_id: refund_of, left_cents: status === 'recorded' ? 0 : -amount_cents };
}

/** Returns an assignment after a change of one payment, of which `cents` count; undefined if nothing changes. */
export function followingPayment<Assignment extends Settled>(
  assignment: Assignment,
  { payment_id, left_cents }: InsurerPayment,
): Assignment | undefined {
  const payments = paymentsFor(assignment);
  const isChanged = payments.some((each) => each.payment_id === payment_id && each.left_cents !== left_cents);
  if (!isChanged) return undefined;
  return settledBy(
    assignment,
    payments.map((each) => (each.payment_id === payment_id ? { payment_id, left_cents } : each)),
  );
}
