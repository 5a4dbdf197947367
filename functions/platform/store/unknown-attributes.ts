import * as z from 'zod';

/** Holds the attributes of a newer release in each object. Spreading copies it; a replaced object starts without. */
export const unknownAttributes = Symbol('attributes of a newer release');

type Fields = Record<string, unknown>;
type Carrier = Fields & { [unknownAttributes]?: Fields };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Its alternatives, or the wrapped schema. */
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
  return [innerType, element, valueType, before, ...(options ?? [])].filter((schema) => schema !== undefined);
};
const holdsObject = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodObject || within(schema).some(holdsObject);

/** Returns the attributes that can contain declared objects, where unknown nested attributes are possible. */
export const attributesWithObjects = ({ shape }: z.ZodObject): readonly string[] =>
  Object.keys(shape).filter((name) => holdsObject(shape[name] as z.core.$ZodType));

/** Attaches to each parsed object the attributes that parsing dropped. */
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

/** Returns a value to store, with the attached attributes restored in each object; known ones win. */
export const withUnknown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withUnknown);
  if (!isFields(value)) return value;
  const { [unknownAttributes]: carried, ...known } = value as Carrier;
  return {
    ...carried,
    ...Object.fromEntries(Object.entries(known).map(([name, field]) => [name, withUnknown(field)])),
  };
};
