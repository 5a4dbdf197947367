import type { CalendarDate } from '#domain/values/calendar-date.ts';
import type { Cents } from '#domain/values/money.ts';
import { type AssignmentStatus, isOpen } from './assignment-status.ts';

export interface ExpectedFromInsurer {
  readonly id: string;
  readonly status: AssignmentStatus;
  readonly amount_cents: Cents;
  /** What its payments have brought so far, in cents. */
  readonly received_cents: Cents;
  readonly expected_on: CalendarDate | null;
}

interface Instalment {
  readonly due_on: CalendarDate;
  readonly amount_cents: Cents;
}
export interface InstalmentPlan {
  readonly instalments: readonly Instalment[];
  /** What the family had paid when the plan was made, in cents: what came since pays the instalments. */
  readonly paid_before_cents: Cents;
}

/** What a case expects besides what it has: from insurers, and from the family day by day. */
export interface MoneyToCome {
  readonly assignments: readonly ExpectedFromInsurer[];
  readonly plan: InstalmentPlan | null;
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
export function sharesOf(
  { assignments }: Pick<MoneyToCome, 'assignments'>,
  contractTotal: Cents,
  paid: Cents,
): { insurer: Cents; family: Cents } {
  const insurer = sumOf(assignments.map(stillOwed));
  return { insurer, family: contractTotal - paid - insurer };
}

/** What the family itself has paid, in cents: everything received but what settled assignments. */
export const paidByFamily = ({ assignments }: Pick<MoneyToCome, 'assignments'>, paid: Cents): Cents =>
  paid - sumOf(assignments.map(({ received_cents }) => received_cents));

export const instalmentStatuses = ['paid', 'overdue', 'due_soon', 'open'] as const;
export type InstalmentStatus = (typeof instalmentStatuses)[number];
/** An instalment is due soon within so many days. */
const soon = 7;

export interface InstalmentStanding extends Instalment {
  /** What of it was paid, in cents: the family's money since the plan was made pays the earliest first. */
  readonly paid_cents: Cents;
}

/** What of each instalment was paid when the family has paid so much in all (cents). */
export function instalmentsOf(plan: InstalmentPlan, familyPaid: Cents): InstalmentStanding[] {
  let left = Math.max(0, familyPaid - plan.paid_before_cents);
  return plan.instalments.map((one) => {
    const paid_cents = Math.min(left, one.amount_cents);
    left -= paid_cents;
    return { ...one, paid_cents };
  });
}

/** How an instalment stands on a day of the home. */
export function instalmentStatus(
  { due_on, amount_cents, paid_cents }: InstalmentStanding,
  today: CalendarDate,
  addDays: (day: CalendarDate, days: number) => CalendarDate,
): InstalmentStatus {
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
export function nextDue(expected: MoneyToCome, paid: Cents): NextDue | undefined {
  const instalment = expected.plan
    ? instalmentsOf(expected.plan, paidByFamily(expected, paid)).find((one) => one.paid_cents < one.amount_cents)
    : undefined;
  const all: NextDue[] = expected.assignments.flatMap((one) => {
    const amount_cents = stillOwed(one);
    return amount_cents > 0 && one.expected_on
      ? [{ due_on: one.expected_on, amount_cents, owed_by: 'insurer' as const }]
      : [];
  });
  if (instalment)
    all.push({
      due_on: instalment.due_on,
      amount_cents: instalment.amount_cents - instalment.paid_cents,
      owed_by: 'family',
    });
  return all.toSorted((a, b) => a.due_on.localeCompare(b.due_on))[0];
}

/** Equal monthly instalments of an amount in cents from a day on; the cents that are left over go into the first ones. */
export function equalInstalments(
  total: Cents,
  count: number,
  first: CalendarDate,
  addMonths: (day: CalendarDate, months: number) => CalendarDate,
): Instalment[] {
  const each = Math.floor(total / count);
  const over = total - each * count;
  return Array.from({ length: count }, (_, at) => ({
    due_on: addMonths(first, at),
    amount_cents: each + (at < over ? 1 : 0),
  }));
}
