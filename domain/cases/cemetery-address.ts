import type { Values } from '#domain/forms/rules.ts';
import { joinAddress, splitAddress } from '#domain/values/address.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip', 'country'] as const;
const nameOf = (part: (typeof parts)[number]) => `cemetery_address_${part}`;

/** The cemetery's address is kept whole and in parts: what was changed of the one gives the other (D2 §3, D3 §3). */
export function withCemeteryAddress(values: Values, changed: ReadonlySet<string>): Values {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  if (parts.some((part) => changed.has(nameOf(part)))) {
    const joined = joinAddress(Object.fromEntries(parts.map((part) => [part, text(nameOf(part))])));
    return { ...values, cemetery_address: joined };
  }
  const split = changed.has('cemetery_address') ? splitAddress(text('cemetery_address')) : undefined;
  if (!split) return values;
  const named = Object.entries(split).map(([part, value]) => [`cemetery_address_${part}`, value]);
  return { ...values, cemetery_address_apt: '', ...Object.fromEntries(named) };
}
