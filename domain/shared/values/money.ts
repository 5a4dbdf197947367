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
