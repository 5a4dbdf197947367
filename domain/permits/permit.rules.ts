import { canonicalizeFields, canonicalValue } from '#domain/shared/forms/canonical.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { FieldErrors, Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { type PermitContext, permitFields, permitRules } from './permit.fields.ts';

/** So many permits a case holds at most. */
export const maxPermits = 100;
/** How long the check for a number that is taken waits for the next letter, in milliseconds (D3 §9). */
export const duplicateCheckMs = 300;

/** Every fault of a permit's values by field; none where it can be kept. */
export function permitErrors(values: Values, context: PermitContext): FieldErrors {
  return validateFields(permitRules, permitFields, values, context);
}

/** What was sent of a permit, canonical: '' for what is cleared, nothing for what was not sent. */
export function sentPermit(sent: Values): Record<string, unknown> {
  return Object.fromEntries(
    permitFields.flatMap((field) => {
      const value = sent[field.name];
      if (value === undefined) return [];
      return [[field.name, isBlank(value) ? '' : canonicalValue(field, value)]];
    }),
  );
}

/** The values that are kept of a permit: no blank ones. */
export function keptPermit(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(canonicalizeFields(permitFields, values)).map(([name, value]) => [name, String(value)]),
  );
}

/** Whether a permit has expired where it is `today`: it still holds on the day of its expiry. One that came back has served. */
export function isExpired(
  { expiry_date, returned_date }: { expiry_date: CalendarDate | null; returned_date?: CalendarDate | null },
  today: CalendarDate,
): boolean {
  return !returned_date && expiry_date !== null && expiry_date < today;
}
