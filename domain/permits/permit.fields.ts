import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FormRules } from '#domain/shared/forms/rules.ts';
import { type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { permitMessages } from './permit-names.ts';

export interface PermitContext {
  readonly otherNumbers: readonly string[];
  readonly today: CalendarDate;
}

/** Returns a permit number for comparison: trimmed, without letter case (D3 §5). */
export const comparableNumber = (number: unknown): string =>
  String(number ?? '')
    .trim()
    .toUpperCase();

const day = (value: unknown): CalendarDate | undefined =>
  typeof value === 'string' && isCalendarDate(value.trim()) ? value.trim() : undefined;

/** D3 §5. */
export const permitRules: FormRules<never, PermitContext> = {
  conditions: {},
  *crossFieldErrors(values, { otherNumbers, today }) {
    const number = comparableNumber(values.permit_number);
    if (number && otherNumbers.some((other) => comparableNumber(other) === number))
      yield ['permit_number', permitMessages.numberTaken];
    const [issued, expires, returned] = [day(values.issue_date), day(values.expiry_date), day(values.returned_date)];
    if (issued && expires && issued > expires) yield ['expiry_date', permitMessages.datesCrossed];
    if (returned && returned > today) yield ['returned_date', permitMessages.returnedAhead];
    else if (issued && returned && returned < issued) yield ['returned_date', permitMessages.returnedBeforeIssued];
  },
};

export type PermitField = FormField<string, never>;

const form = fieldBuilders<never>();
const half = { width: 'half' } as const;

/** The fields of a permit (D3 §2 and §3), and the day on which the endorsed permit came back. */
export const permitFields = [
  form.line('permit_name', 'Permit Name', { ...half, requiredIf: true, requiredMessage: 'Permit name is required' }),
  form.line('permit_number', 'Permit Number', {
    ...half,
    requiredIf: true,
    requiredMessage: 'Permit number is required',
    maxLength: 100,
  }),
  form.line('issuing_authority', 'Issuing Authority', half),
  form.line('name_on_permit', 'Name of the deceased on the permit', half),
  form.date('issue_date', 'Issue Date', half),
  form.date('expiry_date', 'Expiry Date', half),
  form.text('notes', 'Notes', { maxLength: 1000 }),
  form.date('returned_date', 'Returned', half),
] as const satisfies readonly PermitField[];
