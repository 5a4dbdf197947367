import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FormRules } from '#domain/shared/forms/rules.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';

/** D3 §9. */
export const copyTypes = [
  { value: 'long', label: 'Long form' },
  { value: 'short', label: 'Short form' },
] as const;

export const copyActions = [
  { value: 'ordered', label: 'Ordered' },
  { value: 'received', label: 'Received' },
  { value: 'handed_out', label: 'Given to family' },
] as const;
export type CopyAction = (typeof copyActions)[number]['value'];

export interface CopyTotals {
  ordered: number;
  received: number;
  handed_out: number;
  /** Ordered and not received. */
  outstanding: number;
  /** Received and not handed out. */
  on_hand: number;
}

export interface CopyContext {
  /** Today at the case's home. */
  readonly today: CalendarDate;
  readonly totals: CopyTotals;
}

export const copyMessages = {
  ahead: 'Date cannot be in the future',
  notOrdered: (left: number) => `Only ${left} copies are still on order. Record the order first.`,
  notOnHand: (left: number) => `Only ${left} are on hand`,
  needed: 'Later entries depend on this one. Delete those first.',
  tooMany: 'A case can have up to 200 copy entries',
} as const;

const count = (value: unknown): number => (value === undefined || value === '' ? 0 : Number(value));

/** The rules of an entry against the existing copies. */
export const copyRules: FormRules<'isOrder' | 'isHandedOut', CopyContext> = {
  conditions: { isOrder: ({ move }) => move === 'ordered', isHandedOut: ({ move }) => move === 'handed_out' },
  *crossFieldErrors({ move, on, copies }, { today, totals }) {
    if (typeof on === 'string' && on > today) yield ['on', copyMessages.ahead];
    if (move === 'received' && count(copies) > totals.outstanding)
      yield ['copies', copyMessages.notOrdered(totals.outstanding)];
    if (move === 'handed_out' && count(copies) > totals.on_hand)
      yield ['copies', copyMessages.notOnHand(totals.on_hand)];
  },
};

const form = { ...fieldBuilders<'isOrder' | 'isHandedOut'>(), ...figureBuilders<'isOrder' | 'isHandedOut'>() };
const half = { width: 'half' } as const;
const required = { requiredIf: true } as const;
const ofOrder = { ...half, showIf: 'isOrder' } as const;

export const copyFields = [
  form.select('move', 'Action', copyActions, { ...half, ...required }),
  form.date('on', 'Date', { ...half, ...required }),
  form.integer(
    'copies',
    'Copies',
    { min: 1, max: 999, invalid: 'Copies must be a whole number from 1 to 999' },
    { ...half, ...required },
  ),
  form.select('copy_type', 'Copy type', copyTypes, { ...ofOrder, requiredIf: 'isOrder' }),
  form.money('fee_each', 'Fee per copy', ofOrder),
  form.line('recipient', 'Given to', { ...half, showIf: 'isHandedOut', requiredIf: 'isHandedOut' }),
  form.line('notes', 'Note', { maxLength: 200 }),
] as const satisfies readonly FormField<string, 'isOrder' | 'isHandedOut'>[];
