import { canonicalizeFields } from '#domain/shared/forms/canonical.ts';
import { type FieldErrors, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import { type CopyAction, type CopyContext, type CopyTotals, copyFields, copyRules } from './copies.fields.ts';

/** The most entries of a case. */
export const maxCopyEntries = 200;

interface CopyEntry {
  move: CopyAction;
  copies: number;
  fee_cents: Cents;
}

/** Returns how many copies were ordered, received and handed out, are outstanding and on hand. */
export function copyTotals(entries: readonly Pick<CopyEntry, 'move' | 'copies'>[]): CopyTotals {
  const of = (move: CopyAction) => entries.reduce((sum, entry) => (entry.move === move ? sum + entry.copies : sum), 0);
  const [ordered, received, handed_out] = [of('ordered'), of('received'), of('handed_out')];
  return { ordered, received, handed_out, outstanding: ordered - received, on_hand: received - handed_out };
}

/** Returns the total fees of the ordered copies in cents. */
export function copyFees(entries: readonly CopyEntry[]): Cents {
  return entries.reduce((sum, { move, copies, fee_cents }) => (move === 'ordered' ? sum + copies * fee_cents : sum), 0);
}

/** Returns whether entries add up: nothing was received without an order or handed out without receipt. */
export function isConsistent(entries: readonly Pick<CopyEntry, 'move' | 'copies'>[]): boolean {
  const { outstanding, on_hand } = copyTotals(entries);
  return outstanding >= 0 && on_hand >= 0;
}

/** Returns every error of an entry's values by field. */
export function copyErrors(values: Values, context: CopyContext): FieldErrors {
  return validateFields(copyRules, copyFields, values, context);
}

/** Returns an entry's values without blank ones and those that its action does not use. */
export function cleanCopies(values: Values, context: CopyContext): Record<string, unknown> {
  const kept = canonicalizeFields(copyFields, values);
  return Object.fromEntries(
    copyFields.flatMap((field) =>
      kept[field.name] !== undefined && isShown(copyRules, field, kept, context)
        ? [[field.name, kept[field.name]]]
        : [],
    ),
  );
}
