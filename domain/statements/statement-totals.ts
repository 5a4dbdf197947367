import type { Cents } from '#domain/shared/values/money.ts';
import type { FeeSheet, StatementPart } from './fee-sheet.ts';

/** In cents. */
export interface StatementTotals {
  /** The sum of each part's lines less discounts. */
  readonly parts: Readonly<Record<StatementPart, Cents>>;
  /** A, B and C (D3 §9), with packages, discounts, and burial fees that the home bills. */
  readonly homeCharges: Cents;
  readonly tax: Cents;
  readonly complete: Cents;
  readonly estimates: number;
}

/** Returns the totals (D3 §9): the documented sums, plus packages, discounts and billed burial fees. */
export function totalsOf({ lines, burialHandling, tax }: FeeSheet): StatementTotals {
  const sum = (part: StatementPart): Cents => lines[part].reduce((total, { amount }) => total + amount, 0);
  const parts = {
    services: sum('services'),
    merchandise: sum('merchandise'),
    special: sum('special'),
    adjustments: sum('adjustments'),
    burial: sum('burial'),
    advances: sum('advances'),
  };
  const billed = burialHandling === 'billed' ? parts.burial : 0;
  const homeCharges = parts.services + parts.merchandise + parts.special + parts.adjustments + billed;
  return {
    parts,
    homeCharges,
    tax,
    complete: homeCharges + tax + parts.advances,
    estimates: lines.advances.filter(({ isEstimate }) => isEstimate).length,
  };
}
