import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import { type AssignmentStatus, isOpen } from './assignment-status.ts';

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
export interface InstallmentPlan {
  readonly instalments: readonly Installment[];
  /** What the family had paid when the plan was made, in cents: what came since pays the instalments. */
  readonly paid_before_cents: Cents;
}

/** What a case expects besides what it has: from insurers, and from the family day by day. */
export interface Receivables {
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

export interface InstallmentStanding extends Installment {
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
export interface NextDue {
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
