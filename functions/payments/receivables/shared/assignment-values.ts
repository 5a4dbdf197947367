import { assignmentFields, assignmentRules } from '#domain/payments/assignment.fields.ts';
import { isMaskedPolicyNumber, maskPolicyNumber } from '#domain/payments/policy-number.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { canonicalizeFields } from '#domain/shared/forms/canonical.ts';
import { differences } from '#domain/shared/forms/differences.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import type { StoredAssignment } from '#functions/cases/repository/case-record.ts';
import type { Change } from '#functions/platform/store/audit/audit.ts';

/** What an assignment holds, as its fields read it. */
export const valuesOf = (one: StoredAssignment): Values => ({
  company: one.company,
  policy_number: one.policy_number,
  amount: toDecimal(one.amount_cents),
  contact_phone: one.contact_phone,
  expected_on: one.expected_on ?? '',
  notes: one.notes,
});

type Entered = Pick<
  StoredAssignment,
  'company' | 'policy_number' | 'amount_cents' | 'contact_phone' | 'expected_on' | 'notes'
>;

/** What was entered of an assignment over what it holds; a masked policy number stands for the one there is. Throws 400. */
export const mergeAssignmentInput = (before: Values, sent: Values): Entered => {
  const given = Object.fromEntries(
    assignmentFields.flatMap(({ name }) => {
      const value = sent[name];
      const isMask = name === 'policy_number' && before.policy_number && isMaskedPolicyNumber(asString(value));
      return value === undefined || isMask ? [] : [[name, value ?? '']];
    }),
  );
  const values = { ...before, ...given } as Values;
  const errors = validateFields(assignmentRules, assignmentFields, values, null);
  if (Object.keys(errors).length) throw invalid(errors);
  const kept = canonicalizeFields(assignmentFields, values);
  return {
    company: asString(kept.company),
    policy_number: asString(kept.policy_number),
    amount_cents: parseMoney(asString(kept.amount)) ?? 0,
    contact_phone: asString(kept.contact_phone),
    expected_on: asString(kept.expected_on) || null,
    notes: asString(kept.notes),
  };
};

/** For the trail of the case: what of an assignment is different, its policy number masked. */
export const assignmentChanges = (
  before: StoredAssignment | undefined,
  next: StoredAssignment | undefined,
): Change[] => {
  const said = (one: StoredAssignment | undefined): Values =>
    one ? { ...valuesOf(one), policy_number: maskPolicyNumber(one.policy_number) } : {};
  const company = next?.company ?? before?.company ?? '';
  const found: Change[] = differences(assignmentFields, said(before), said(next)).map(({ field, from, to }) => ({
    field: `insurance.${field}`,
    from,
    to,
  }));
  // Another number with the same end is named without its values.
  if (
    before &&
    next &&
    before.policy_number !== next.policy_number &&
    !found.some(({ field }) => field === 'insurance.policy_number')
  )
    found.push({ field: 'insurance.policy_number', from: null, to: null });
  if (before?.status !== next?.status)
    found.push({ field: 'insurance.status', from: before?.status ?? null, to: next?.status ?? null });
  const [had, has] = [before?.received_cents ?? 0, next?.received_cents ?? 0];
  if (had !== has) found.push({ field: 'insurance.amount_received', from: toDecimal(had), to: toDecimal(has) });
  const named = found.some(({ field }) => field === 'insurance.company');
  return named ? found : [{ field: 'insurance.company', from: company, to: company }, ...found];
};
