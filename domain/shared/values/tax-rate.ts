import * as z from 'zod';
import type { Cents } from './money.ts';

/** Thousandths of a percent: 6.875% is 6875. */
export type RateThousandths = number;

/** Returns the rate of “6.875” or “8%”; null for anything but 0 to 100 with at most three places. */
export function parseRate(typed: unknown): RateThousandths | null {
  if (typeof typed !== 'string') return null;
  const match = /^(\d{1,3})(?:\.(\d{1,3}))?\s*%?$/.exec(typed.trim());
  if (!match) return null;
  const rate = Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'));
  return rate <= 100_000 ? rate : null;
}

/** Returns a rate as stored and shown, without trailing zeros: 6875 → “6.875”, 8000 → “8”. */
export function formatRate(rate: RateThousandths): string {
  const digits = String(rate).padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, '');
}

/** Returns the exact share of an amount, rounding half a cent up. */
export function applyRate(amount: Cents, rate: RateThousandths): Cents {
  const share = (BigInt(amount) * BigInt(rate) + 50_000n) / 100_000n;
  return Number(share);
}

/** A rate in percent, stored as text to stay exact. */
export function taxRate(label: string): z.ZodString {
  const invalid = `${label} must be a percentage of 0 to 100 with at most three decimal places`;
  return z
    .string(invalid)
    .overwrite((typed) => {
      const rate = parseRate(typed);
      return rate === null ? typed : formatRate(rate);
    })
    .refine((typed) => parseRate(typed) !== null, invalid);
}
