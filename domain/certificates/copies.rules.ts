import { canonicalizeFields } from '#domain/shared/forms/canonical.ts';
import { type FieldErrors, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import type { Cents } from '#domain/shared/values/money.ts';
import { type CopyAction, type CopyContext, type CopyTotals, copyFields, copyRules } from './copies.fields.ts';

/** So many entries a case holds at most. */
export const maxCopyEntries = 200;

interface CopyEntry {
  move: CopyAction;
  copies: number;
  fee_cents: Cents;
}

/** How many copies were ordered, came and went, what is still to come and what lies in the home. */
export function copyTotals(entries: readonly Pick<CopyEntry, 'move' | 'copies'>[]): CopyTotals {
  const of = (move: CopyAction) => entries.reduce((sum, one) => (one.move === move ? sum + one.copies : sum), 0);
  const [ordered, received, handed_out] = [of('ordered'), of('received'), of('handed_out')];
  return { ordered, received, handed_out, outstanding: ordered - received, on_hand: received - handed_out };
}

/** What the ordered copies cost together, in cents. */
export function copyFees(entries: readonly CopyEntry[]): Cents {
  return entries.reduce((sum, { move, copies, fee_cents }) => (move === 'ordered' ? sum + copies * fee_cents : sum), 0);
}

/** Whether the entries stand without this one: nothing came that was not ordered, nothing went that had not come. */
export function isConsistent(entries: readonly Pick<CopyEntry, 'move' | 'copies'>[]): boolean {
  const { outstanding, on_hand } = copyTotals(entries);
  return outstanding >= 0 && on_hand >= 0;
}

/** Every fault of an entry's values by field; none where it can be recorded. */
export function copyErrors(values: Values, context: CopyContext): FieldErrors {
  return validateFields(copyRules, copyFields, values, context);
}

/** The values that are kept of an entry: no blank ones, and none that its move does not ask for. */
export function keptCopies(values: Values, context: CopyContext): Record<string, unknown> {
  const kept = canonicalizeFields(copyFields, values);
  return Object.fromEntries(
    copyFields.flatMap((field) =>
      kept[field.name] !== undefined && isShown(copyRules, field, kept, context)
        ? [[field.name, kept[field.name]]]
        : [],
    ),
  );
}
