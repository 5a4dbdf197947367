import type { Cents } from '#domain/shared/values/money.ts';
import type { FeeSheet, StatementPart } from './fee-sheet.ts';

/** What a Statement adds up to, in cents. */
export interface StatementTotals {
  /** The sum of each part's lines, discounts taken off. */
  readonly parts: Readonly<Record<StatementPart, Cents>>;
  /** A, B and C (D3 §9), with packages, discounts, and the burial fees that the home bills. */
  readonly homeCharges: Cents;
  readonly tax: Cents;
  /** Funeral home charges, sales tax and D. */
  readonly complete: Cents;
  /** How many cash advances are estimates. */
  readonly estimates: number;
}

/**
 * The totals of a fee sheet (D3 §9): A, B and C are the funeral home's charges, the complete total adds sales tax and D.
 * Where there are neither packages nor discounts nor billed burial fees, they are the documented sums.
 */
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
