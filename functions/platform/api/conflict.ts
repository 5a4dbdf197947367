import type * as z from 'zod';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';

/** What is not as its schema says, as far as it was looked at. */
const other = Symbol('not as documented');
type Documented = (value: unknown) => unknown;

const ofArray =
  (element: Documented): Documented =>
  (value) => {
    if (!Array.isArray(value)) return other;
    let same = true;
    const all = value.map((given) => {
      const found = element(given);
      same &&= found === given;
      return found;
    });
    if (same) return value;
    return all.includes(other) ? other : all;
  };

const ofObject = (shape: Readonly<Record<string, z.core.$ZodType>>): Documented => {
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, documentedBy(schema)]));
  const required = Object.keys(shape).filter((name) => shape[name]?._zod.def.type !== 'optional');
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return other;
    const all = value as Readonly<Record<string, unknown>>;
    // Mostly nothing is left out: then it is not copied, which for the hundreds of names of a case is half of the time.
    let result: Record<string, unknown> | undefined;
    for (const name of Object.keys(all)) {
      const given = all[name];
      const field = given === undefined ? undefined : fields.get(name);
      const found = field ? field(given) : undefined;
      if (found === other) return other;
      if (!result && found === given && field) continue;
      result ??= copyUpTo(all, name);
      if (field) result[name] = found;
    }
    const made = result ?? all;
    return required.every((name) => name in made) ? made : other;
  };
};

const copyUpTo = (all: Readonly<Record<string, unknown>>, end: string): Record<string, unknown> => {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(all)) {
    if (name === end) break;
    copy[name] = all[name];
  }
  return copy;
};

const made = (schema: z.core.$ZodType): Documented => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // A format, a length, a refinement, another form: more than a type.
  const isChecked = 'check' in def || (def.checks?.length ?? 0) > 0;
  if (!isChecked)
    switch (def.type) {
      case 'string':
      case 'boolean':
        if (def.coerce) break;
        return (value) => (typeof value === def.type ? value : other);
      case 'enum': {
        const values: ReadonlySet<unknown> = new Set(Object.values(def.entries));
        return (value) => (values.has(value) ? value : other);
      }
      case 'array':
        return ofArray(documentedBy(def.element));
      case 'object':
        // With a schema for all other keys nothing is left out.
        if (def.catchall) break;
        return ofObject(def.shape);
      case 'optional':
        return made(def.innerType);
      case 'nullable': {
        const inner = made(def.innerType);
        return (value) => (value === null ? null : inner(value));
      }
      case 'lazy':
        return documentedBy(def.getter());
    }
  return (value) => {
    const { success, data } = (schema as z.ZodType).safeParse(value);
    return success ? data : other;
  };
};

const known = new WeakMap<z.core.$ZodType, Documented>();

/** Made when it is first asked for: schemas are built so, and some name themselves. */
const documentedBy = (schema: z.core.$ZodType): Documented => {
  let own = known.get(schema);
  return (value) => {
    if (!own) {
      own = made(schema);
      known.set(schema, own);
    }
    return own(value);
  };
};

/**
 * What an answer's schema documents of a value that the domain has just made, as `parse` says it and in a fraction of its
 * time: keys that it does not name are left out, at every depth, and every value is of the type it says. What a schema
 * says beyond types is its own to judge, and so is a value that is otherwise in any way: then it throws.
 */
export const stripToSchema = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const found = documentedBy(schema)(value);
  return (found === other ? schema.parse(value) : found) as z.output<Schema>;
};

/** Keys that are named, at every depth, whatever stands under them; nothing in the place of what cannot be looked into. */
const named = (schema: z.core.$ZodType, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return named(def.innerType, value);
    case 'lazy':
      return named(def.getter(), value);
    case 'array':
      return Array.isArray(value) ? value.map((one) => named(def.element, one)) : undefined;
    case 'object':
      if (def.catchall || Array.isArray(value)) break;
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([name]) => Object.hasOwn(value, name))
          .map(([name, field]) => [name, named(field, (value as Record<string, unknown>)[name])]),
      );
  }
  return (schema as z.ZodType).safeParse(value).data;
};

/**
 * The same of an answer that was kept, perhaps by the release before this one: its effect stands, whatever the schema asks
 * by now, and who asks again must learn of it. It has nothing that is not documented, but it may lack what is.
 */
export const stripStoredResponse = (schema: z.ZodType, value: unknown): unknown => {
  const found = documentedBy(schema)(value);
  return found === other ? named(schema, value) : found;
};

type Conflicting = Pick<Endpoint, 'conflict'> & { conflict: z.ZodObject };

/**
 * A 409 that tells what its row says it tells, such as `current`, the record as it stands. Like an answer it is stripped
 * to what is documented.
 */
export const conflictError = <Row extends Conflicting>(
  row: Row,
  told: z.input<Row['conflict']>,
  detail?: string,
): AppError => new AppError('conflict', { detail, extra: stripToSchema(row.conflict, told) });
