import * as z from 'zod';

/**
 * Where a record, and every object within it, carries what a newer release wrote there and this one does not know. A copy
 * by spreading keeps it; what is put in the place of an object begins without.
 */
export const unknownAttributes = Symbol('attributes of a newer release');

type Fields = Record<string, unknown>;
type Carrier = Fields & { [unknownAttributes]?: Fields };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What a schema is made of, as zod describes it; a list of alternatives or the one within. */
const within = (schema: z.core.$ZodType): readonly z.core.$ZodType[] => {
  const {
    innerType,
    element,
    valueType,
    options,
    in: before,
  } = (schema as z.core.$ZodTypes)._zod.def as {
    [Name in 'innerType' | 'element' | 'valueType' | 'in']?: z.core.$ZodType;
  } & { options?: readonly z.core.$ZodType[] };
  return [innerType, element, valueType, before, ...(options ?? [])].filter((one) => one !== undefined);
};
const holdsObject = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodObject || within(schema).some(holdsObject);

/** The attributes of a record that can hold objects of a declared form: only there can something be unknown further in. */
export const attributesWithObjects = ({ shape }: z.ZodObject): readonly string[] =>
  Object.keys(shape).filter((name) => holdsObject(shape[name] as z.core.$ZodType));

/** Lets what was parsed carry, in each object, the attributes that the parsing left out. */
export const keepUnknown = (stored: unknown, parsed: unknown): void => {
  if (Array.isArray(stored) && Array.isArray(parsed)) {
    for (const [at, entry] of parsed.entries()) keepUnknown(stored[at], entry);
    return;
  }
  if (!isFields(stored) || !isFields(parsed)) return;
  for (const [name, value] of Object.entries(stored)) {
    if (name in parsed) keepUnknown(value, parsed[name]);
    else {
      const carrier = parsed as Carrier;
      carrier[unknownAttributes] = { ...carrier[unknownAttributes], [name]: value };
    }
  }
};

/** A value as it is to be stored: each object within it has again what it carried. What it knows itself wins. */
export const withUnknown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withUnknown);
  if (!isFields(value)) return value;
  const { [unknownAttributes]: carried, ...known } = value as Carrier;
  return { ...carried, ...Object.fromEntries(Object.entries(known).map(([name, one]) => [name, withUnknown(one)])) };
};
