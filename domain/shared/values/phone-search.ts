import { internationalSuffix } from './phone.ts';

/** The ends of a phone number that people type: all ten digits, the last seven, the last four. */
export const phoneSearchTokens = (phone: string): string[] => {
  const digits = phone.replace(/\D/g, '').slice(-10);
  return digits.length < 7 ? [] : [digits, digits.slice(-7), digits.slice(-4)];
};

/** The digits by which a typed phone number is looked for, however it is written; undefined for what is none. */
export const typedPhone = (typed: string): string | undefined => {
  const abroad = internationalSuffix(typed);
  if (abroad) return abroad;
  const digits = typed.replace(/[\s().+-]/g, '');
  if (!/^\d{4,11}$/.test(digits)) return undefined;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
};
