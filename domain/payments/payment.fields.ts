import * as z from 'zod';
import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FormRules } from '#domain/shared/forms/rules.ts';
import { addDays, type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { parseMoney, toCents, toDecimal } from '#domain/shared/values/money.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { paymentMethodOptions } from './ledger-entry.ts';

/** Cents: $1,000,000 (D3 §9). */
export const maxPaid = 100_000_000;
const checkNumberLimit = 20;
/** D3 §5. */
export const earliestPayment: CalendarDate = '2000-01-01';
/** Days (D3 §5). */
export const daysAhead = 30;

/** Returns the error of an amount (D3 §5) under its field's name; undefined for 1 cent to $1,000,000. */
export function amountError(typed: unknown, name = 'Payment amount'): string | undefined {
  const cents = typeof typed === 'string' || typeof typed === 'number' ? parseMoney(typed) : null;
  if (cents === null) {
    // Parsed by digits: an amount is never a floating-point number.
    const [, whole = '', part = ''] = /^(\d+)?(?:\.(\d+))?$/.exec(String(typed).replaceAll(/[$,\s]/g, '')) ?? [];
    if (/^0*$/.test(whole) && /^00\d*[1-9]/.test(part)) return `${name} must be at least $0.01`;
    return BigInt(whole || 0) >= 1_000_000n ? `${name} cannot exceed $1,000,000` : `${name} must be a positive number`;
  }
  if (cents <= 0) return `${name} must be a positive number`;
  return cents > maxPaid ? `${name} cannot exceed $1,000,000` : undefined;
}

/** Returns a field whose value is the decimal string of the wire. */
export const paymentAmount = (name?: string) =>
  z.unknown().transform((typed, context) => {
    const message = amountError(typed, name);
    if (message === undefined) return toDecimal(toCents(typed as string | number));
    context.issues.push({ code: 'custom', message, input: typed });
    return z.NEVER;
  });

/** Returns the error of a payment's day on `today` (D3 §5), or undefined. */
function paymentDateError(day: unknown, today: CalendarDate): string | undefined {
  if (typeof day !== 'string' || !isCalendarDate(day)) return undefined;
  if (day < earliestPayment) return 'Payment date must be after January 1, 2000';
  return day > addDays(today, daysAhead) ? 'Payment date cannot be more than 30 days in the future' : undefined;
}

/** Returns a field for a date that exists; {@link paymentDateError} checks its bounds. */
const paymentDate = () =>
  z
    .string('Payment date is not a valid date')
    .overwrite((typed) => typed.trim())
    .refine(isCalendarDate, 'Payment date is not a valid date');

/** Returns the field of a check number (D3 §5); spaces at its ends are an error and are not trimmed. */
const checkNumber = () =>
  z
    .string('Check number can only contain letters, numbers, hyphens, and spaces')
    .max(checkNumberLimit, 'Check number must be 20 characters or less')
    .regex(/^[A-Za-z0-9 -]*$/, 'Check number can only contain letters, numbers, hyphens, and spaces')
    .refine((typed) => typed === typed.trim(), 'Check number cannot have leading or trailing spaces');

/** Returns a check number with only its last characters visible: four, two of a short number, or none. */
export function maskCheckNumber(number: string): string {
  const shown = number.length >= 8 ? 4 : number.length >= 4 ? 2 : 0;
  return `****${shown ? number.slice(-shown) : ''}`;
}

/** True for a result of {@link maskCheckNumber}, which means the stored number. */
export const isMaskedCheckNumber = (typed: string): boolean => /^\*{4}[A-Za-z0-9 -]{0,4}$/.test(typed);

export interface PaymentContext {
  /** The location's date. */
  readonly today: CalendarDate;
  /** True if a check number is stored, so that a blank one leaves it unchanged. */
  readonly keepsCheckNumber?: boolean;
}

const conditions = {
  byCheck: (values, _context) => values.payment_method === 'check',
  checkNumberMissing: (values, { keepsCheckNumber = false }) => values.payment_method === 'check' && !keepsCheckNumber,
  byOther: (values, _context) => values.payment_method === 'other',
} satisfies FormRules<string, PaymentContext>['conditions'];
type PaymentCondition = keyof typeof conditions;

/** Conditions of fields, and rules across fields (D3 §5). */
export const paymentRules: FormRules<PaymentCondition, PaymentContext> = {
  conditions,
  *crossFieldErrors({ payment_date }, { today }) {
    const error = paymentDateError(payment_date, today);
    if (error) yield ['payment_date', error];
  },
};

export type PaymentField = FormField<string, PaymentCondition>;

const form = { ...fieldBuilders<PaymentCondition>(), ...figureBuilders<PaymentCondition>() };
const half = { width: 'half' } as const;
const required = { requiredIf: true } as const;
const description = 'Description';

/** Entered fields of a payment with their messages (D3 §3 and §5). */
export const paymentFields = [
  form.money('amount', 'Payment amount', { ...half, ...required, schema: paymentAmount() }),
  form.date('payment_date', 'Payment date', { ...half, ...required, schema: paymentDate() }),
  form.select('payment_method', 'Payment method', paymentMethodOptions, required),
  form.line('check_number', 'Check number', {
    ...half,
    showIf: 'byCheck',
    requiredIf: 'checkNumberMissing',
    requiredMessage: 'Check number is required for check payments',
    schema: checkNumber(),
    maxLength: checkNumberLimit,
    secured: true,
  }),
  form.line('other_method_description', description, {
    ...half,
    showIf: 'byOther',
    requiredIf: 'byOther',
    requiredMessage: 'Description is required for other payment methods',
    maxLength: 100,
  }),
  form.line('received_from', 'Received from', { ...required, schema: singleLineText('Name', 200), maxLength: 200 }),
  form.line('payment_for', 'Payment for', {
    ...required,
    requiredMessage: 'Payment description is required',
    schema: singleLineText(description, 500),
    maxLength: 500,
  }),
  form.text('notes', 'Notes', { schema: multilineText('Notes', 1000), maxLength: 1000 }),
] as const satisfies readonly PaymentField[];

/** Fields stored as entered. The amount is stored in cents, the check number encrypted in its own item. */
export const paymentContent = paymentFields
  .map(({ name }) => name)
  .filter((name) => name !== 'amount' && name !== 'check_number');
export type PaymentContentName = (typeof paymentContent)[number];
