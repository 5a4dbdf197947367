import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FormRules } from '#domain/shared/forms/rules.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { checkNumber, checkNumberLimit, paymentAmount, paymentDate, paymentDateError } from './payment.values.ts';
import { paymentMethodOptions } from './payment-method.ts';

/** What the rules of a payment read besides its values. */
export interface PaymentContext {
  /** The day it is in the case's home. */
  readonly today: CalendarDate;
  /** Whether a check number is stored already, so that a blank one stands for it. */
  readonly keepsCheckNumber?: boolean;
}

const conditions = {
  byCheck: (values, _context) => values.payment_method === 'check',
  checkNumberMissing: (values, { keepsCheckNumber = false }) => values.payment_method === 'check' && !keepsCheckNumber,
  byOther: (values, _context) => values.payment_method === 'other',
} satisfies FormRules<string, PaymentContext>['conditions'];
type PaymentCondition = keyof typeof conditions;

/** When fields of a payment appear and what fits together (D3 §5). */
export const paymentRules: FormRules<PaymentCondition, PaymentContext> = {
  conditions,
  *crossFieldErrors({ payment_date }, { today }) {
    const fault = paymentDateError(payment_date, today);
    if (fault) yield ['payment_date', fault];
  },
};

export type PaymentField = FormField<string, PaymentCondition>;

const form = { ...fieldBuilders<PaymentCondition>(), ...figureBuilders<PaymentCondition>() };
const half = { width: 'half' } as const;
const required = { requiredIf: true } as const;
const description = 'Description';

/** What is entered of a payment, and the words for what is wrong with it (D3 §3 and §5). */
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

/** What of a payment rests and is answered as it was entered: an amount rests in cents, the number of a check sealed, apart. */
export const paymentContent = paymentFields
  .map(({ name }) => name)
  .filter((name) => name !== 'amount' && name !== 'check_number');
export type PaymentContentName = (typeof paymentContent)[number];
