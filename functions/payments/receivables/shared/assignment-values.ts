import {
  assignmentFields,
  assignmentRules,
  isMaskedPolicyNumber,
  maskPolicyNumber,
} from '#domain/payments/assignment.fields.ts';
import type { Receivables } from '#domain/payments/receivables.schema.ts';
import {
  installmentStatus,
  installmentsOf,
  settledBy as paidBy,
  paidByFamily,
  paymentsFor,
  receivablesMessages,
  splitBalance,
} from '#domain/payments/receivables.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { canonicalizeFields } from '#domain/shared/forms/canonical.ts';
import { differences } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { addDays, latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cents, toCents, toDecimal } from '#domain/shared/values/money.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { CaseRecord, StoredAssignment, StoredReceivables } from '#functions/cases/repository/case-record.ts';
import { cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';

export const needs = { cases, organizations };

export const expectedOf = ({ money_to_come }: CaseRecord): StoredReceivables =>
  money_to_come ?? { assignments: [], plan: null };

/** Returns cents. */
export const contractOf = ({ sections }: Pick<StoredCase, 'sections'>): Cents =>
  toCents(String(sections.financial?.values.contract_total ?? ''));

export const todayOf = async (
  { organizations: homes }: { organizations: Organizations },
  { funeral_home_id }: CaseRecord,
  now: Date,
): Promise<string> => todayIn((await homes.plainHome(funeral_home_id))?.time_zone ?? 'UTC', now);

const presentAssignment = (assignment: StoredAssignment): Receivables['assignments'][number] => ({
  ...pick(assignment, ['id', 'company', 'contact_phone', 'expected_on', 'notes', 'status', 'updated_by_name']),
  policy_number: maskPolicyNumber(assignment.policy_number),
  amount: toDecimal(assignment.amount_cents),
  amount_received: toDecimal(assignment.received_cents),
  payment: assignment.received_cents > 0 ? assignment.payment_id : null,
});

export const presentExpected = (caseRecord: StoredCase, expected: StoredReceivables, today: string): Receivables => {
  const { paid_cents: paid } = caseRecord.core;
  const { insurer, family } = splitBalance(expected, contractOf(caseRecord), paid);
  const installments = expected.plan ? installmentsOf(expected.plan, paidByFamily(expected, paid)) : [];
  return {
    insurer_owes: toDecimal(insurer),
    family_owes: toDecimal(family),
    assignments: expected.assignments.map(presentAssignment),
    instalments: installments.map((installment) => ({
      due_on: installment.due_on,
      amount: toDecimal(installment.amount_cents),
      amount_paid: toDecimal(installment.paid_cents),
      status: installmentStatus(installment, today, addDays),
    })),
  };
};

export const valuesOf = (assignment: StoredAssignment): Values => ({
  company: assignment.company,
  policy_number: assignment.policy_number,
  amount: toDecimal(assignment.amount_cents),
  contact_phone: assignment.contact_phone,
  expected_on: assignment.expected_on ?? '',
  notes: assignment.notes,
});

type Entered = Pick<
  StoredAssignment,
  'company' | 'policy_number' | 'amount_cents' | 'contact_phone' | 'expected_on' | 'notes'
>;

/** Merges entered values into stored ones; a masked policy number keeps the stored one. Throws 400. */
export const mergeAssignmentInput = (before: Values, input: Values, now: Date): Entered => {
  const enteredValues = Object.fromEntries(
    assignmentFields.flatMap(({ name }) => {
      const value = input[name];
      const isMask = name === 'policy_number' && before.policy_number && isMaskedPolicyNumber(asString(value));
      return value === undefined || isMask ? [] : [[name, value ?? '']];
    }),
  );
  const values = { ...before, ...enteredValues } as Values;
  const errors = validateFields(assignmentRules, assignmentFields, values, { today: latestToday(now) });
  if (Object.keys(errors).length) throw invalid(errors);
  const cleanValues = canonicalizeFields(assignmentFields, values);
  return {
    company: asString(cleanValues.company),
    policy_number: asString(cleanValues.policy_number),
    amount_cents: toCents(asString(cleanValues.amount)),
    contact_phone: asString(cleanValues.contact_phone),
    expected_on: asString(cleanValues.expected_on) || null,
    notes: asString(cleanValues.notes),
  };
};

/** Returns the changes for the history, with masked policy numbers. */
export const assignmentChanges = (
  before: StoredAssignment | undefined,
  next: StoredAssignment | undefined,
): Change[] => {
  const auditValues = (assignment: StoredAssignment | undefined): Values =>
    assignment ? { ...valuesOf(assignment), policy_number: maskPolicyNumber(assignment.policy_number) } : {};
  const company = next?.company ?? before?.company ?? '';
  const changes: Change[] = differences(assignmentFields, auditValues(before), auditValues(next)).map(
    ({ field, from, to }) => ({
      field: `insurance.${field}`,
      from,
      to,
    }),
  );
  // Two numbers with the same last digits look equal when masked.
  if (
    before &&
    next &&
    before.policy_number !== next.policy_number &&
    !changes.some(({ field }) => field === 'insurance.policy_number')
  )
    changes.push({ field: 'insurance.policy_number', from: null, to: null });
  if (before?.status !== next?.status)
    changes.push({ field: 'insurance.status', from: before?.status ?? null, to: next?.status ?? null });
  const [had, has] = [before?.received_cents ?? 0, next?.received_cents ?? 0];
  if (had !== has) changes.push({ field: 'insurance.amount_received', from: toDecimal(had), to: toDecimal(has) });
  const hasNewCompany = changes.some(({ field }) => field === 'insurance.company');
  return hasNewCompany ? changes : [{ field: 'insurance.company', from: company, to: company }, ...changes];
};

/** Returns an assignment or throws 404; only payments change a paid one. */
export const requireOpenAssignment = ({ assignments }: StoredReceivables, id: string): StoredAssignment => {
  const assignment = assignments.find((assignment) => assignment.id === id);
  if (!assignment) throw notFound();
  if (assignment.status === 'paid') throw new AppError('conflict', { detail: receivablesMessages.paid });
  return assignment;
};

interface Settling {
  id: string;
  amount_cents: Cents;
  actor: Pick<Actor, 'name'>;
  now: Date;
}

/** Returns receivables after an assignment's payment, with the changes for the history. Throws 404 and 409. */
export const settleAssignment = (
  core: CaseRecord,
  assignmentId: string,
  { id, amount_cents, actor, now }: Settling,
): { expected: StoredReceivables; changes: Change[] } => {
  const before = expectedOf(core);
  const open = requireOpenAssignment(before, assignmentId);
  const next: StoredAssignment = {
    ...paidBy(open, [...paymentsFor(open), { payment_id: id, left_cents: amount_cents }]),
    updated_at: now.toISOString(),
    updated_by_name: actor.name,
  };
  return {
    expected: {
      ...before,
      assignments: before.assignments.map((assignment) => (assignment === open ? next : assignment)),
    },
    changes: assignmentChanges(open, next),
  };
};
