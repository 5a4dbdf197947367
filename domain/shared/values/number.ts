import * as z from 'zod';
import { parseMoney, toDecimal } from './money.ts';

/** Returns the number of plain digits with at most two places, also “.5” and “1.”; null for anything else. */
export function parseNumber(typed: unknown): number | null {
  if (typeof typed === 'number') return Number.isFinite(typed) ? typed : null;
  if (typeof typed !== 'string' || !/^-?(?=\.?\d)\d{0,12}(\.\d{0,2})?$/.test(typed.trim())) return null;
  return Number(typed.trim()) || 0;
}

/** A whole number of `min` to `max`; `invalid` is the message for anything else. */
export function wholeNumber(invalid: string, { min, max }: { min: number; max: number }) {
  return numberWhere(invalid, (value) => Number.isInteger(value) && value >= min && value <= max);
}

/** A percentage of `min` (default 0) to 100 in steps of 0.01 (D2 §9). */
export const percentage = ({ min = 0 } = {}) =>
  numberWhere(
    `Must be a valid percentage between ${min} and 100`,
    (value) => value >= min && value <= 100 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  );

/** An amount of zero or more, stored as the wire's decimal string (D2 §5, as for the contract total). */
export function amountOfMoney(label: string) {
  return z.unknown().transform((typed, context) => {
    const cents = typeof typed === 'string' || typeof typed === 'number' ? parseMoney(typed) : null;
    if (cents !== null && cents >= 0) return toDecimal(cents);
    const problem = cents === null ? 'must be a valid number' : 'cannot be negative';
    context.issues.push({ code: 'custom', message: `${label} ${problem}`, input: typed });
    return z.NEVER;
  });
}

function numberWhere(invalid: string, holds: (value: number) => boolean) {
  return z.unknown().transform((typed, context) => {
    const value = parseNumber(typed);
    if (value !== null && holds(value)) return value || 0;
    context.issues.push({ code: 'custom', message: invalid, input: typed });
    return z.NEVER;
  });
}

/** Returns a document number such as `WA-R-2026-0007`: case prefix, letter of the kind, local year, sequence number. */
export const formatYearlyNumber = (prefix: string, kind: string, year: number, sequence: number): string =>
  `${prefix && `${prefix}-`}${kind}-${year}-${String(sequence).padStart(4, '0')}`;
