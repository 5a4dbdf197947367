import * as z from 'zod';
import type { Item, Key, Table, Write } from './table.ts';

/** Holds the attributes of a newer release in each object. Spreading copies it; a replaced object starts without. */
const unknownAttributes = Symbol('attributes of a newer release');

type Fields = Record<string, unknown>;
type UnknownCarrier = Fields & { [unknownAttributes]?: Fields };

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
const attributesWithObjects = ({ shape }: z.ZodObject): readonly string[] =>
  Object.keys(shape).filter((name) => holdsObject(shape[name] as z.core.$ZodType));

/** Attaches to each parsed object the attributes that parsing dropped. */
const keepUnknown = (stored: unknown, parsed: unknown): void => {
  if (Array.isArray(stored) && Array.isArray(parsed)) {
    for (const [at, entry] of parsed.entries()) keepUnknown(stored[at], entry);
    return;
  }
  if (!isFields(stored) || !isFields(parsed)) return;
  for (const [name, value] of Object.entries(stored)) {
    if (name in parsed) keepUnknown(value, parsed[name]);
    else {
      const carrier = parsed as UnknownCarrier;
      carrier[unknownAttributes] = { ...carrier[unknownAttributes], [name]: value };
    }
  }
};

/** Returns a value to store, with the attached attributes restored in each object; known ones win. */
export const withUnknown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withUnknown);
  if (!isFields(value)) return value;
  const { [unknownAttributes]: carried, ...known } = value as UnknownCarrier;
  return {
    ...carried,
    ...Object.fromEntries(Object.entries(known).map(([name, field]) => [name, withUnknown(field)])),
  };
};

type Carrier = { [unknownAttributes]?: { shape: number; attributes: Record<string, unknown> } };

const itemsOwn: ReadonlySet<string> = new Set(['pk', 'sk', 'shape']);

const withoutOwn = ({ pk: _pk, sk: _sk, shape: _shape, ...attributes }: Item): Record<string, unknown> => attributes;

type Upcaster = (attributes: Record<string, unknown>) => Record<string, unknown>;

export class UnreadableItemError extends Error {
  override readonly name = 'UnreadableItemError';
}

interface Changes<Stored> {
  set?: Partial<Stored>;
  add?: { [Name in keyof Stored as Stored[Name] extends number ? Name : never]?: number };
  remove?: readonly (keyof Stored & string)[];
}

interface Definition<Schema extends z.ZodObject> {
  kind: string;
  /** Raised when an attribute is renamed, split or redefined. */
  shape: number;
  /** The stored form without key attributes; never reused as an API schema. */
  schema: Schema;
  /** From each earlier version to the next. Items without a version have version 0. */
  upcasters?: Readonly<Record<number, Upcaster>>;
}

/**
 * Defines how one kind of record is stored. Attributes of a newer release are carried along and written back with its
 * version number, so that two releases at once lose no data. A newer version may therefore add attributes, but
 * not rename any until the older release is gone.
 */
export const storedSchema = <Schema extends z.ZodObject>({
  kind,
  shape,
  schema,
  upcasters = {},
}: Definition<Schema>) => {
  type Stored = z.output<Schema>;
  const known = new Set(Object.keys(schema.shape));
  const nested = attributesWithObjects(schema);
  const stored = <Attributes extends Record<string, unknown>>(attributes: Attributes): Attributes => {
    const present = nested.filter((name) => name in attributes);
    return present.length
      ? { ...attributes, ...Object.fromEntries(present.map((name) => [name, withUnknown(attributes[name])])) }
      : attributes;
  };

  const current = (attributes: Record<string, unknown>, from: number): Record<string, unknown> => {
    let result = attributes;
    for (let at = from; at < shape; at++) result = upcasters[at]?.(result) ?? result;
    return result;
  };

  return {
    kind,
    shape,
    schema,
    /** Upgrades the item from its version; throws {@link UnreadableItemError}. */
    parse(item: Item): Stored {
      const { shape: written = 0 } = item;
      // Copying every item without its own attributes would cost as much as parsing.
      const attributes = Number(written) < shape ? current(withoutOwn(item), Number(written)) : item;
      const parsed = schema.safeParse(attributes);
      if (!parsed.success) {
        const places = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
        throw new UnreadableItemError(`${kind}, shape ${written}: ${places.join(', ')}`);
      }
      const record = parsed.data as Stored & Carrier;
      for (const name of nested) keepUnknown(attributes[name], record[name as keyof Stored]);
      const unknown = Object.keys(attributes).filter((name) => !known.has(name) && !itemsOwn.has(name));
      if (unknown.length || Number(written) > shape)
        record[unknownAttributes] = {
          shape: Number(written),
          attributes: Object.fromEntries(unknown.map((name) => [name, attributes[name]])),
        };
      return record;
    },
    async find(table: Pick<Table, 'get'>, ...key: Parameters<Table['get']>): Promise<Stored | undefined> {
      const item = await table.get(...key);
      return item && this.parse(item);
    },
    /** Returns a parser for some attributes, read with a query's `only`. No upcaster may produce them. */
    part<Name extends keyof Stored & string>(...names: readonly Name[]) {
      if (Object.keys(upcasters).length) throw new Error(`${kind}: an earlier shape is read whole`);
      const parts = schema.pick(Object.fromEntries(names.map((name) => [name, true])) as never);
      return {
        only: names,
        parse(item: Record<string, unknown>): Pick<Stored, Name> {
          const parsed = parts.safeParse(item);
          if (!parsed.success) throw new UnreadableItemError(`${kind}: ${names.join(', ')}`);
          return parsed.data as Pick<Stored, Name>;
        },
      };
    },
    item(key: Key, record: Stored): Item {
      const { [unknownAttributes]: carried, ...attributes } = record as Stored & Carrier;
      return { ...carried?.attributes, ...stored(attributes), ...key, shape: Math.max(shape, carried?.shape ?? 0) };
    },
    /**
     * Returns an update of some attributes; throws for attributes that an upcaster produces, because the version
     * stays.
     */
    update(key: Key, { set = {}, add = {}, remove = [] }: Changes<Stored>): Extract<Write, { update: Key }> {
      const given: Record<string, unknown> = { ...set, ...add };
      for (const upcast of Object.values(upcasters)) {
        const before = { ...given, ...Object.fromEntries(remove.map((name) => [name, 'to be removed'])) };
        const after = upcast(before);
        const made = Object.keys(before).find((name) => after[name] !== before[name as keyof typeof before]);
        if (made) throw new Error(`${kind}: ${made} cannot be updated, an upcaster makes it anew`);
      }
      return {
        update: key,
        ...(Object.keys(set).length ? { set: stored(set) } : {}),
        ...(Object.keys(add).length ? { add: add as Record<string, number> } : {}),
        ...(remove.length ? { remove } : {}),
      };
    },
  };
};
