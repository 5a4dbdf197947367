import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { moneyInput, toCents } from '#domain/shared/values/money.ts';
import { assignmentFields } from './assignment.fields.ts';
import { assignmentStatuses, installmentStatuses, receivablesMessages, settableStatuses } from './receivables.ts';

const amount = z.string().regex(/^-?\d+\.\d{2}$/);
const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD').meta({ format: 'date' });

/** Its policy number is masked. */
export const InsuranceAssignment = z.object({
  id: z.uuid(),
  company: z.string(),
  policy_number: z.string(),
  amount,
  amount_received: amount,
  contact_phone: z.string(),
  expected_on: z.iso.date().nullable(),
  notes: z.string(),
  status: z.enum(assignmentStatuses),
  payment: z.uuid().nullable(),
  updated_by_name: z.string().nullable(),
});
export type InsuranceAssignment = z.output<typeof InsuranceAssignment>;

export const Installment = z.object({
  due_on: z.iso.date(),
  amount,
  amount_paid: amount,
  status: z.enum(installmentStatuses),
});

export const Receivables = z.object({
  insurer_owes: amount,
  family_owes: amount,
  assignments: z.array(InsuranceAssignment),
  instalments: z.array(Installment),
});
export type Receivables = z.output<typeof Receivables>;

export const NewAssignment = z.lazy(() => sentValues(assignmentFields));
/** Omitted fields stay unchanged. Only payments set the status `paid`. */
export const AssignmentPatch = z.lazy(() =>
  sentValues(assignmentFields).extend({
    status: z.enum(settableStatuses).optional(),
    payment: idSchema('payment').optional(),
  }),
);
export type AssignmentPatch = z.output<typeof AssignmentPatch>;

/** Five years of months. */
export const maxInstallments = 60;

export const SentInstallment = z.object({
  due_on: day,
  amount: moneyInput.refine((typed) => toCents(typed) > 0, 'An installment must be a positive amount'),
});

/** A whole plan in order of days; an empty list ends the plan. */
export const SentPlan = z.object({
  instalments: z
    .array(SentInstallment)
    .max(maxInstallments, `A plan has at most ${maxInstallments} installments`)
    .refine(
      (all) => all.every(({ due_on }, at) => at === 0 || due_on > (all[at - 1]?.due_on ?? '')),
      receivablesMessages.planOrder,
    ),
});

export const MoneyDueQuery = z.object({ location: idSchema('home').optional() });

/** A case with a receivable: the earliest that is due. */
export const MoneyDue = z.object({
  case: z.uuid(),
  case_number: z.string(),
  deceased_name: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  due_on: z.iso.date(),
  amount,
  owed_by: z.enum(['family', 'insurer']),
});
export type MoneyDue = z.output<typeof MoneyDue>;
