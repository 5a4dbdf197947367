import type { FormField } from './field.ts';

/** The parts of an address that a form may ask. */
export const addressParts = ['street', 'unit', 'city', 'county', 'state', 'zip', 'country'] as const;
export type AddressPart = (typeof addressParts)[number];

/** The names of the fields of an address, by what they hold. */
export type Address = Readonly<Partial<Record<AddressPart, string>>>;

type Shape = Pick<FormField, 'name' | 'kind'>;

const texts: readonly (readonly [AddressPart, RegExp])[] = [
  ['unit', /(^|_)apt(_|$)/],
  ['city', /(^|_)city(_|$)/],
  ['county', /(^|_)county(_|$)/],
  ['street', /(^|_)(street|address)$/],
];

function partOf({ name, kind }: Shape): AddressPart | undefined {
  if (kind === 'zip' || kind === 'state' || kind === 'country') return kind;
  if (kind === 'select' && /(^|_)state$/.test(name)) return 'state';
  if (kind !== 'text') return undefined;
  return /(^|_)zip(_|$)/.test(name) ? 'zip' : texts.find(([, named]) => named.test(name))?.[0];
}

/** The addresses of a form: parts that follow one another, each once. A line that holds a whole address is none. */
export function addressesIn(fields: readonly Shape[]): Address[] {
  const found: Partial<Record<AddressPart, string>>[] = [];
  let last: Partial<Record<AddressPart, string>> | undefined;
  for (const field of fields) {
    const part = partOf(field);
    if (part === undefined) {
      last = undefined;
      continue;
    }
    if (!last || part === 'street' || part in last) {
      last = {};
      found.push(last);
    }
    last[part] = field.name;
  }
  return found.filter((address) => address.city !== undefined && ('street' in address || 'zip' in address));
}

/** The fields as people enter them: the ZIP code before the city, which it fills. */
export function zipBeforeCity<Field extends Shape>(fields: readonly Field[]): Field[] {
  const ordered = [...fields];
  const indexOf = (name: string | undefined) => ordered.findIndex((field) => field.name === name);
  for (const { city, zip } of addressesIn(fields)) {
    const [at, to] = [indexOf(zip), indexOf(city)];
    if (to >= 0 && at > to) ordered.splice(to, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}
