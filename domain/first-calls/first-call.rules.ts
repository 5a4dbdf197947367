import { isValidForCustomer } from '#domain/customers/valid-for-customer.ts';
import { canonicalValue, submittedValue } from '#domain/shared/forms/canonical.ts';
import { type MissingField, missingIn } from '#domain/shared/forms/completeness.ts';
import { type FormField, isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, type FormRules, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { farDayErrors, lifeDateErrors } from '#domain/shared/values/calendar-date.ts';
import { clockErrors, deathTimeErrors } from '#domain/shared/values/date-time.ts';
import { isConfirmedName } from '#domain/shared/values/person-name.ts';
import { isMaskedSsn } from '#domain/shared/values/ssn.ts';
import {
  answerFields,
  type FirstCallCondition,
  type FirstCallContext,
  type FirstCallField,
  firstCallConditions,
  firstCallFields,
  firstCallKinFields,
  firstCallSections,
} from './first-call.sections.ts';

export const timesOfSheet = {
  time_of_death: 'date_of_death',
  call_received_at: null,
  removal_expected_at: null,
} as const;

/** The place of death decides the time zone of its time. */
export const deathPlaceOfSheet = { state: 'death_state', country: 'death_country' } as const;

/** D2 §5. */
export const firstCallRules: FormRules<FirstCallCondition, FirstCallContext> = {
  conditions: firstCallConditions,
  stageOf: ({ stage }) => stage,
  isStoredPlaceholder: ({ name }, value, values) =>
    isValidForCustomer(name, value, values) || isConfirmedName(name, value, values),
  *crossFieldErrors(values, { today, clock }) {
    yield* lifeDateErrors(values, today);
    yield* farDayErrors(
      firstCallFields.filter(({ name }) => name !== 'date_of_birth' && name !== 'date_of_death'),
      values,
      today,
      ['call_received_at', 'signed_date'],
    );
    if (!clock) return;
    yield* clockErrors(values, timesOfSheet, clock, deathPlaceOfSheet);
    yield* deathTimeErrors(values, deathPlaceOfSheet, clock);
  },
};

/**
 * Returns every error of a sheet; a draft may have gaps. Errors of a next of kin have paths such as
 * `next_of_kins.0.first_name`.
 */
export function firstCallErrors(values: Values, context: FirstCallContext): FieldErrors {
  return validateFields(firstCallRules, firstCallFields, values, context, gapsOf(context));
}

/** Returns every error of one next of kin, without gaps. */
export function kinErrors(values: Values, context: FirstCallContext): FieldErrors {
  return validateFields({ ...firstCallRules, crossFieldErrors: undefined }, firstCallKinFields, values, context);
}

/** Returns the gaps that keep a sheet from being active, in the form's order, with those of its next of kin. */
export function missingInFirstCall(values: Values, context: FirstCallContext): MissingField[] {
  const asWhole: FirstCallContext = { ...context, stage: 'active' };
  return firstCallSections.flatMap((section): MissingField[] => [
    ...missingIn(firstCallRules, section, values, asWhole),
    ...(section.id === 'kin' ? missingOfKin(values, asWhole) : []),
  ]);
}

function missingOfKin(values: Values, context: FirstCallContext): MissingField[] {
  const people: Values[] = Array.isArray(values.next_of_kins) ? values.next_of_kins : [];
  return people.flatMap((nextOfKin, at) =>
    missingIn(firstCallRules, { id: 'kin', fields: firstCallKinFields }, nextOfKin, context).map((missing) => ({
      ...missing,
      field: `next_of_kins.${at}.${missing.field}`,
    })),
  );
}

function gapsOf({ stage }: FirstCallContext): { gaps: 'named' | 'ignored' } {
  return { gaps: stage === 'draft' ? 'ignored' : 'named' };
}

/** Returns whether a user entered anything about the death, beyond the values that fill automatically. */
export function hasAnswers(values: Values): boolean {
  return answerFields.some(({ name }) => !isBlank(values[name]));
}

/** Returns whether a sent SSN is masked or blank and so keeps the stored one. */
export function isMaskedOrBlankSsn(field: Pick<FormField, 'secured'>, value: unknown): boolean {
  return Boolean(field.secured) && (isBlank(value) || (typeof value === 'string' && isMaskedSsn(value)));
}

/**
 * Returns the sent values by field name, in canonical form; '' clears. A masked or blank SSN is omitted, because it
 * keeps the stored one.
 */
export function sentAnswers(fields: readonly FirstCallField[], sent: Values): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const field of fields) {
    const value = submittedValue(field, sent);
    if (value === undefined || isMaskedOrBlankSsn(field, value)) continue;
    patch[field.name] = isBlank(value) ? '' : canonicalValue(field, value);
  }
  return patch;
}

/** Returns the values to store: no blank and no hidden ones. */
export function cleanAnswers(fields: readonly FirstCallField[], values: Values, context: FirstCallContext): Values {
  return Object.fromEntries(
    fields
      .filter((field) => !isBlank(values[field.name]) && isShown(firstCallRules, field, values, context))
      .map(({ name }) => [name, values[name]]),
  );
}

/** Returns true if a cremation is planned and no one has answered about a pacemaker. */
export const isPacemakerUnknown = ({ hold_for, has_pacemaker }: Values): boolean =>
  (hold_for === 'cremation' || hold_for === 'direct_cremation') && isBlank(has_pacemaker);
