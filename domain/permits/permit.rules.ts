import { canonicalizeFields, canonicalValue } from '#domain/shared/forms/canonical.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { FieldErrors, Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { type PermitContext, permitFields, permitRules } from './permit.fields.ts';

export const maxPermits = 100;
/** The pause in typing before the check for a duplicate number (D3 §9). */
export const duplicateCheckMs = 300;

/** Returns every error of a permit's values by field. */
export function permitErrors(values: Values, context: PermitContext): FieldErrors {
  return validateFields(permitRules, permitFields, values, context);
}

/** Returns the sent values of a permit, normalized; '' clears a field. */
export function sentPermit(sent: Values): Record<string, unknown> {
  return Object.fromEntries(
    permitFields.flatMap((field) => {
      const value = sent[field.name];
      if (value === undefined) return [];
      return [[field.name, isBlank(value) ? '' : canonicalValue(field, value)]];
    }),
  );
}

/** Returns a permit's values without blank ones. */
export function cleanPermit(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(canonicalizeFields(permitFields, values)).map(([name, value]) => [name, String(value)]),
  );
}

/** Returns whether a permit has expired: not on the day of its expiry, and not after it came back. */
export function isExpired(
  { expiry_date, returned_date }: { expiry_date: CalendarDate | null; returned_date?: CalendarDate | null },
  today: CalendarDate,
): boolean {
  return !returned_date && expiry_date !== null && expiry_date < today;
}
