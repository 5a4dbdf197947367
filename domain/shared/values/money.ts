import * as z from 'zod';

export type Cents = number;

/** Returns the cents of “1250.00”, “$1,250”, “.50” or a number of dollars; null for anything else or too large. */
export function parseMoney(amount: string | number): Cents | null {
  if (typeof amount === 'number') {
    const cents = Math.round(amount * 100);
    return Number.isFinite(amount) && Math.abs(amount) < 1e10 && Math.abs(amount - cents / 100) < 1e-6
      ? cents || 0
      : null;
  }
  const match = /^(-)?\$?(?=\.?\d)(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})?(?:\.(\d{0,2}))?$/.exec(amount.trim());
  if (!match) return null;
  const whole = Number((match[2] ?? '').replaceAll(',', ''));
  if (whole > 9_999_999_999) return null;
  const cents = whole * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] && cents > 0 ? -cents : cents;
}

/** Returns “1250.00” for 125000; throws RangeError for anything but whole cents. */
export function toDecimal(cents: Cents): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns 1250.5 for 125050, as in a partner's JSON; throws RangeError for anything but whole cents. */
export function toDollars(cents: Cents): number {
  return Number(toDecimal(cents));
}

/** Returns “$1,250.00” for 125000, without Intl, whose first number format costs a cold start 6 ms. */
export function formatMoney(cents: Cents): string {
  const amount = toDecimal(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${cents < 0 ? '-' : ''}$${amount}`;
}

/** Returns the cents of a wire amount; 0 where parseMoney returns null. */
export const toCents = (amount: string | number): Cents => parseMoney(amount) ?? 0;

/** Returns the displayed amount of a wire amount; $0.00 where parseMoney returns null. */
export const formatAmount = (amount: string | number): string => formatMoney(toCents(amount));

/** An amount as the wire accepts it; parse it with parseMoney. */
export const moneyInput: z.ZodUnion<readonly [z.ZodString, z.ZodNumber]> = z
  .union([z.string(), z.number()])
  .refine((amount) => parseMoney(amount) !== null, 'A valid number is required.');

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
