import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FormRules } from '#domain/shared/forms/rules.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { paymentMethodOptions } from './ledger-entry.ts';
import { checkNumber, checkNumberLimit, paymentAmount, paymentDate, paymentDateError } from './payment.values.ts';

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
