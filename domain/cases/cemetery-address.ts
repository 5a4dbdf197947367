import type { Values } from '#domain/forms/rules.ts';
import { type AddressParts, joinAddress, splitAddress } from '#domain/values/address.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip', 'country'] as const;
const nameOf = (part: (typeof parts)[number]) => `cemetery_address_${part}`;

/**
 * The cemetery's address is kept whole and in parts: what a patch changes of the one gives the other (D2 §3, D3 §3).
 * A patch that names both is taken at its parts, unless all of those are blank; so the same patch twice comes to the same.
 */
export function withCemeteryAddress(values: Values, patch: Values, changed: ReadonlySet<string>): Values {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const named = parts.map(nameOf).filter((name) => name in patch);
  const isWholeNamed = 'cemetery_address' in patch;
  if (named.some((name) => text(name) !== '') || (!isWholeNamed && named.some((name) => changed.has(name)))) {
    const joined = joinAddress(Object.fromEntries(parts.map((part) => [part, text(nameOf(part))])));
    if (joined || !isWholeNamed) return { ...values, cemetery_address: joined };
  }
  if (!isWholeNamed || (named.length === 0 && !changed.has('cemetery_address'))) return values;
  const whole = text('cemetery_address');
  const split: AddressParts | undefined = whole === '' ? {} : splitAddress(whole);
  if (!split) return values;
  return { ...values, ...Object.fromEntries(parts.map((part) => [nameOf(part), split[part] ?? ''])) };
}
