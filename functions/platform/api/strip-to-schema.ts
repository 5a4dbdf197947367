import type * as z from 'zod';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';

const undocumented = Symbol('not as documented');
type Documented = (value: unknown) => unknown;

const ofArray =
  (element: Documented): Documented =>
  (value) => {
    if (!Array.isArray(value)) return undocumented;
    let isSame = true;
    const all = value.map((given) => {
      const stripped = element(given);
      isSame &&= stripped === given;
      return stripped;
    });
    if (isSame) return value;
    return all.includes(undocumented) ? undocumented : all;
  };

const ofObject = (shape: Readonly<Record<string, z.core.$ZodType>>): Documented => {
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, documentedBy(schema)]));
  const required = Object.keys(shape).filter((name) => shape[name]?._zod.def.type !== 'optional');
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undocumented;
    const all = value as Readonly<Record<string, unknown>>;
    // Copying takes half of the time for the hundreds of fields of a case, and usually nothing is removed.
    let result: Record<string, unknown> | undefined;
    for (const name of Object.keys(all)) {
      const value = all[name];
      const field = value === undefined ? undefined : fields.get(name);
      const stripped = field ? field(value) : undefined;
      if (stripped === undocumented) return undocumented;
      if (!result && stripped === value && field) continue;
      result ??= copyUpTo(all, name);
      if (field) result[name] = stripped;
    }
    const copy = result ?? all;
    return required.every((name) => name in copy) ? copy : undocumented;
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

const build = (schema: z.core.$ZodType): Documented => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isChecked = 'check' in def || (def.checks?.length ?? 0) > 0;
  if (!isChecked)
    switch (def.type) {
      case 'string':
      case 'boolean':
        if (def.coerce) break;
        return (value) => (typeof value === def.type ? value : undocumented);
      case 'enum': {
        const values: ReadonlySet<unknown> = new Set(Object.values(def.entries));
        return (value) => (values.has(value) ? value : undocumented);
      }
      case 'array':
        return ofArray(documentedBy(def.element));
      case 'object':
        // With a catch-all schema nothing is removed.
        if (def.catchall) break;
        return ofObject(def.shape);
      case 'optional':
        return build(def.innerType);
      case 'nullable': {
        const inner = build(def.innerType);
        return (value) => (value === null ? null : inner(value));
      }
      case 'lazy':
        return documentedBy(def.getter());
    }
  return (value) => {
    const { success, data } = (schema as z.ZodType).safeParse(value);
    return success ? data : undocumented;
  };
};

const documentedSchemas = new WeakMap<z.core.$ZodType, Documented>();

/** Built on first use, because schemas can be recursive. */
const documentedBy = (schema: z.core.$ZodType): Documented => {
  let documented = documentedSchemas.get(schema);
  return (value) => {
    if (!documented) {
      documented = build(schema);
      documentedSchemas.set(schema, documented);
    }
    return documented(value);
  };
};

/** Strips a value built by the domain to its response schema, much faster than `parse`. Throws if it does not match. */
export const stripToSchema = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const stripped = documentedBy(schema)(value);
  return (stripped === undocumented ? schema.parse(value) : stripped) as z.output<Schema>;
};

/** Keeps named keys at every depth without checking values. */
const stripNamed = (schema: z.core.$ZodType, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return stripNamed(def.innerType, value);
    case 'lazy':
      return stripNamed(def.getter(), value);
    case 'array':
      return Array.isArray(value) ? value.map((element) => stripNamed(def.element, element)) : undefined;
    case 'object':
      if (def.catchall || Array.isArray(value)) break;
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([name]) => Object.hasOwn(value, name))
          .map(([name, field]) => [name, stripNamed(field, (value as Record<string, unknown>)[name])]),
      );
  }
  return (schema as z.ZodType).safeParse(value).data;
};

/** Strips a stored response, in which fields that are required since may be missing. */
export const stripStoredResponse = (schema: z.ZodType, value: unknown): unknown => {
  const stripped = documentedBy(schema)(value);
  return stripped === undocumented ? stripNamed(schema, value) : stripped;
};

type Conflicting = Pick<Endpoint, 'conflict'> & { conflict: z.ZodObject };

/** Returns a 409 with the details that the endpoint documents, such as the stored record. */
export const conflictError = <Row extends Conflicting>(
  row: Row,
  details: z.input<Row['conflict']>,
  detail?: string,
): AppError => new AppError('conflict', { detail, extra: stripToSchema(row.conflict, details) });
