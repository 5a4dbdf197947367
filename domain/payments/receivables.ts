import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import type { RuledEntry } from './ledger.rules.ts';

/**
 * How an insurance assignment stands: the family assigned it, the insurer verified it, payments of the ledger paid the
 * whole of it, or the insurer denied the rest, so that the family owes that again.
 */
export const assignmentStatuses = ['assigned', 'verified', 'paid', 'denied'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

export const assignmentStatusLabels: Record<AssignmentStatus, string> = {
  assigned: 'Assigned',
  verified: 'Verified',
  paid: 'Paid',
  denied: 'Denied',
};

/** Statuses that a person may set; `paid` comes from the insurer's payments alone, and leaves with them. */
export const settableStatuses = ['assigned', 'verified', 'denied'] as const;

export const isOpen = (status: AssignmentStatus): boolean => status === 'assigned' || status === 'verified';

/** So many insurances are assigned to one case at most: they stand on the case itself, whose item has its limit. */
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
  /** What its payments have brought so far, in cents. */
  readonly received_cents: Cents;
  readonly expected_on: CalendarDate | null;
}

interface Installment {
  readonly due_on: CalendarDate;
  readonly amount_cents: Cents;
}
interface InstallmentPlan {
  readonly instalments: readonly Installment[];
  /** What the family had paid when the plan was made, in cents: what came since pays the instalments. */
  readonly paid_before_cents: Cents;
}

/** What a case expects besides what it has: from insurers, and from the family day by day. */
interface Receivables {
  readonly assignments: readonly ExpectedFromInsurer[];
  readonly plan: InstallmentPlan | null;
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, one) => sum + one, 0);

/** What an insurer still owes of an assignment, in cents. */
const stillOwed = ({
  status,
  amount_cents,
  received_cents,
}: Pick<ExpectedFromInsurer, 'status' | 'amount_cents' | 'received_cents'>): Cents =>
  isOpen(status) ? Math.max(0, amount_cents - received_cents) : 0;

/**
 * Who owes what of a balance, in cents. The insurers owe what is assigned and was neither received nor denied, the family
 * all the rest; both together are the balance due, and a negative share was paid beyond it.
 */
export function splitBalance(
  { assignments }: Pick<Receivables, 'assignments'>,
  contractTotal: Cents,
  paid: Cents,
): { insurer: Cents; family: Cents } {
  const insurer = sumOf(assignments.map(stillOwed));
  return { insurer, family: contractTotal - paid - insurer };
}

/** What the family itself has paid, in cents: everything received but what settled assignments. */
export const paidByFamily = ({ assignments }: Pick<Receivables, 'assignments'>, paid: Cents): Cents =>
  paid - sumOf(assignments.map(({ received_cents }) => received_cents));

export const installmentStatuses = ['paid', 'overdue', 'due_soon', 'open'] as const;
export type InstallmentStatus = (typeof installmentStatuses)[number];
/** An instalment is due soon within so many days. */
const soon = 7;

interface InstallmentStanding extends Installment {
  /** What of it was paid, in cents: the family's money since the plan was made pays the earliest first. */
  readonly paid_cents: Cents;
}

/** What of each instalment was paid when the family has paid so much in all (cents). */
export function installmentsOf(plan: InstallmentPlan, familyPaid: Cents): InstallmentStanding[] {
  let left = Math.max(0, familyPaid - plan.paid_before_cents);
  return plan.instalments.map((one) => {
    const paid_cents = Math.min(left, one.amount_cents);
    left -= paid_cents;
    return { ...one, paid_cents };
  });
}

/** How an instalment stands on a day of the home. */
export function installmentStatus(
  { due_on, amount_cents, paid_cents }: InstallmentStanding,
  today: CalendarDate,
  addDays: (day: CalendarDate, days: number) => CalendarDate,
): InstallmentStatus {
  if (paid_cents >= amount_cents) return 'paid';
  if (due_on < today) return 'overdue';
  return due_on <= addDays(today, soon) ? 'due_soon' : 'open';
}

/** The money that a case expects next: on which day, how much of it in cents, and from whom. */
interface NextDue {
  due_on: CalendarDate;
  amount_cents: Cents;
  owed_by: 'family' | 'insurer';
}

/** What comes next of a case that has received so much (cents); undefined where nothing has a day. */
export function nextDue(expected: Receivables, paid: Cents): NextDue | undefined {
  const installment = expected.plan
    ? installmentsOf(expected.plan, paidByFamily(expected, paid)).find((one) => one.paid_cents < one.amount_cents)
    : undefined;
  const all: NextDue[] = expected.assignments.flatMap((one) => {
    const amount_cents = stillOwed(one);
    return amount_cents > 0 && one.expected_on
      ? [{ due_on: one.expected_on, amount_cents, owed_by: 'insurer' as const }]
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

/** Equal monthly instalments of an amount in cents from a day on; the cents that are left over go into the first ones. */
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
