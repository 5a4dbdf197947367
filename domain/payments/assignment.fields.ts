import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FormRules } from '#domain/shared/forms/rules.ts';
import { type CalendarDate, farDayErrors } from '#domain/shared/values/calendar-date.ts';
import { documentNumber } from '#domain/shared/values/codes.ts';
import { paymentAmount } from './payment.fields.ts';

export const maskedPolicyLimit = 40;

/** Returns a policy number with only its last four characters visible; none if it is short. */
export const maskPolicyNumber = (number: string): string => `****${number.length >= 8 ? number.slice(-4) : ''}`;

/** True for a result of {@link maskPolicyNumber}, which means the stored number. */
export const isMaskedPolicyNumber = (typed: string): boolean => /^\*{4}.{0,4}$/.test(typed);

const form = { ...fieldBuilders<never>(), ...figureBuilders<never>() };
const half = { width: 'half' } as const;
const required = { requiredIf: true } as const;

export const assignmentRules: FormRules<never, { readonly today: CalendarDate }> = {
  conditions: {},
  crossFieldErrors: (values, { today }) => farDayErrors(assignmentFields, values, today, []),
};

export const assignmentFields = [
  form.line('company', 'Insurance company', { ...required, maxLength: 100 }),
  form.line('policy_number', 'Policy number', {
    ...half,
    ...required,
    maxLength: maskedPolicyLimit,
    schema: documentNumber('Policy number', maskedPolicyLimit),
    secured: true,
  }),
  form.money('amount', 'Amount assigned', { ...half, ...required, schema: paymentAmount('Amount assigned') }),
  form.phone('contact_phone', 'Insurer’s phone', half),
  form.date('expected_on', 'Expected payment date', half),
  form.text('notes', 'Notes', { maxLength: 500 }),
] as const satisfies readonly FormField[];
