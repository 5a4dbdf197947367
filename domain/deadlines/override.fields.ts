import { canonicalizeFields } from '#domain/shared/forms/canonical.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FieldErrors, FormRules, Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';

export const overrideMessages = {
  nothing: 'Choose an outcome, a new date, or another owner',
  noSuchOwner: 'Choose a team member',
  beforeDeath: 'The day must be on or after the date of death',
  notAsked: 'This case has no such deadline',
} as const;

export const deadlineOutcomes = [
  { value: 'done', label: 'Done' },
  { value: 'not_needed', label: 'Not needed' },
] as const;

const overrideRules: FormRules<never, undefined> = {
  conditions: {},
  *crossFieldErrors({ settled, due, owner }) {
    if (!settled && !due && !owner) yield ['settled', overrideMessages.nothing];
  },
};

const form = fieldBuilders<never>();

export const overrideFields = [
  form.select('settled', 'Outcome', deadlineOutcomes),
  form.date('due', 'New due date', { width: 'half' }),
  form.line('owner', 'Owner', { width: 'half', maxLength: 36 }),
  form.text('reason', 'Reason', { requiredIf: true, maxLength: 500 }),
] as const satisfies readonly FormField<string, never>[];

/** Returns every error of a decision by field. */
export function overrideErrors(values: Values): FieldErrors {
  return validateFields(overrideRules, overrideFields, values, undefined);
}

/** Returns a decision's values without blank ones. */
export function cleanOverride(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(canonicalizeFields(overrideFields, values)).map(([name, value]) => [name, String(value)]),
  );
}
