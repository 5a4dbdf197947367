import * as z from 'zod';
import { canonicalValue, formValue, isCanonical } from './canonical.ts';
import { entriesLimit, type FieldKind, type FormField } from './field.ts';
import type { Values } from './rules.ts';

type AlsoOf<Field> = Field extends { readonly alsoNamed: infer Also extends string } ? Also : never;

type WireOf<Field> = Field extends { readonly kind: 'checkbox' } | { readonly yesNo: true }
  ? boolean
  : Field extends { readonly kind: 'multiselect' }
    ? string[]
    : Field extends { readonly kind: 'integer' | 'percent' }
      ? number
      : Field extends { readonly kind: 'entries'; readonly entry: readonly (infer Entry extends FormField)[] }
        ? ValuesOf<Entry>[]
        : string;

type SentOf<Field> = Field extends { readonly kind: 'checkbox' }
  ? boolean
  : Field extends { readonly yesNo: true }
    ? boolean | string
    : Field extends { readonly kind: 'integer' | 'percent' | 'money' }
      ? number | string
      : Field extends { readonly kind: 'entries'; readonly entry: readonly (infer Entry extends FormField)[] }
        ? SentValuesOf<Entry>[]
        : WireOf<Field>;

type HeldOf<Field> = Field extends { readonly kind: 'checkbox' }
  ? boolean
  : Field extends { readonly kind: 'multiselect' }
    ? string[]
    : string;

/** Values as stored and returned; blank ones are absent. */
export type ValuesOf<Field extends FormField> = { [F in Field as F['name']]?: WireOf<F> };

/** Values as a client may send them, also under second names; null counts as blank. */
export type SentValuesOf<Field extends FormField> = { [F in Field as F['name'] | AlsoOf<F>]?: SentOf<F> | null };

/** Values as a form holds them: text, booleans for boxes, 'yes' or 'no', '' if empty. */
export type FormValuesOf<Field extends FormField> = { [F in Field as F['name']]: HeldOf<F> };

/** Fields that every accepted form has: unconditional, and required, ticked or with a default. */
export type AlwaysAnswered<Field> = Field extends { readonly showIf: string }
  ? never
  : Field extends { readonly requiredIf: true } | { readonly kind: 'checkbox' } | { readonly defaultValue: string }
    ? Field
    : never;

export type WireShape<Field extends FormField> = {
  [F in Field as F['name']]: z.ZodOptional<z.ZodType<WireOf<F>, WireOf<F>>>;
};

type SecondNamesShape<Field extends FormField> = {
  [F in Field as AlsoOf<F>]: z.ZodOptional<z.ZodType<WireOf<F>, WireOf<F>>>;
};

export type SentShape<Field extends FormField> = {
  [F in Field as F['name'] | AlsoOf<F>]: z.ZodOptional<z.ZodNullable<z.ZodType<SentOf<F>, SentOf<F>>>>;
};

/** Returns the wire schema of these fields for responses: all optional, not validated again. */
export function wireValues<const Field extends FormField>(fields: readonly Field[]): z.ZodObject<WireShape<Field>> {
  const shape = Object.fromEntries(fields.map((field) => [field.name, wireType(field).optional()]));
  // The type describes for each field what the loop builds.
  return z.object(shape) as unknown as z.ZodObject<WireShape<Field>>;
}

/** Returns the same for second names. */
export function wireSecondNames<const Field extends FormField>(
  fields: readonly Field[],
): z.ZodObject<SecondNamesShape<Field>> {
  const shape = Object.fromEntries(
    fields.flatMap((field) => (field.alsoNamed ? [[field.alsoNamed, wireType(field).optional()]] : [])),
  );
  return z.object(shape) as unknown as z.ZodObject<SecondNamesShape<Field>>;
}

/** Returns the schema of submitted values: lenient, because they are validated together later. */
export function sentValues<const Field extends FormField>(fields: readonly Field[]): z.ZodObject<SentShape<Field>> {
  const shape: Record<string, z.ZodType> = {};
  for (const field of fields) {
    const schema = sentType(field).nullish();
    shape[field.name] = schema;
    if (field.alsoNamed) shape[field.alsoNamed] = schema;
  }
  return z.object(shape) as unknown as z.ZodObject<SentShape<Field>>;
}

/** Returns the stored values of these fields for a response, omitting what their types cannot hold. */
export function wireValuesOf<const Field extends FormField>(fields: readonly Field[], stored: Values): ValuesOf<Field> {
  const named = byName(fields);
  // Usually nothing is changed or copied, because objects with varying keys are expensive to create.
  if (areStoredValues(named, stored)) return stored as ValuesOf<Field>;
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stored)) {
    const field = named.get(name);
    if (!field || value === undefined || value === null) continue;
    const canonical = isStoredValue(field, value) ? value : canonicalValue(field, value);
    if (isOfWireType(field, canonical)) values[name] = canonical;
  }
  return values as ValuesOf<Field>;
}

const named = new WeakMap<readonly FormField[], ReadonlyMap<string, FormField>>();

/** A case has values for a fraction of its hundreds of fields, so they are looked up by name. */
function byName(fields: readonly FormField[]): ReadonlyMap<string, FormField> {
  const known = named.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  named.set(fields, known);
  return known;
}

/** Canonical values are not made canonical again, which would take 10% of reading a case. */
function isStoredValue(field: FormField, value: unknown): boolean {
  const { kind, yesNo, options } = field;
  if (kind === 'checkbox' || yesNo) return typeof value === 'boolean';
  if (kind === 'text' || kind === 'textarea') return typeof value === 'string';
  if (kind === 'select' || kind === 'radio') return options?.some((option) => option.value === value) === true;
  if (kind !== 'entries') return isCanonical(field, value);
  const named = byName(field.entry ?? []);
  return Array.isArray(value) && value.every((entry) => areStoredValues(named, entry));
}

function areStoredValues(named: ReadonlyMap<string, FormField>, values: unknown): boolean {
  if (typeof values !== 'object' || values === null) return false;
  return Object.entries(values).every(([name, value]) => {
    const field = named.get(name);
    return field !== undefined && isStoredValue(field, value);
  });
}

const formats: Partial<Record<FieldKind, Record<string, string>>> = {
  date: { format: 'date' },
  time: { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  phone: { pattern: '^(1?\\d{10}|\\+[2-9]\\d{7,14})$' },
  email: { format: 'email' },
  money: { pattern: '^\\d+\\.\\d{2}$' },
  reference: { format: 'uuid' },
  // SSNs leave the server masked; empty if there is none.
  ssn: { pattern: '^(XXX-XX-\\d{4})?$' },
};

/** Options with a length are suggestions. */
function limits({ options, maxLength, unknown }: FormField): Record<string, unknown> {
  if (maxLength) return { maxLength };
  if (!options) return {};
  const listed = options.map(({ value }) => value);
  return { enum: unknown === undefined || listed.includes(unknown) ? listed : [...listed, unknown] };
}

/** A field that may be "Unknown" has no format. */
function formatOf(field: FormField): Record<string, unknown> {
  return (field.unknown === undefined ? formats[field.kind] : undefined) ?? limits(field);
}

function wireType(field: FormField): z.ZodType {
  const description = { description: field.label };
  if (field.kind === 'checkbox' || field.yesNo) return z.boolean().meta(description);
  switch (field.kind) {
    case 'multiselect':
      return z.array(z.string().meta(limits(field))).meta(description);
    case 'integer':
      return z.int().meta(description);
    case 'percent':
      return z.number().meta({ ...description, minimum: 0, maximum: 100 });
    case 'entries':
      return z.array(wireValues(field.entry ?? [])).meta(description);
    default:
      return z.string().meta({ ...description, ...formatOf(field) });
  }
}

function sentType(field: FormField): z.ZodType {
  const error = ({ input }: { input?: unknown }) => typeMessage(field, input);
  const description = { description: field.label };
  const text = z.string({ error });
  if (field.kind === 'checkbox') return z.boolean({ error }).meta(description);
  if (field.yesNo) return z.union([z.boolean(), text], { error }).meta(description);
  switch (field.kind) {
    case 'multiselect':
      return z
        .array(text.meta(limits(field)), { error })
        .max(50)
        .meta(description);
    case 'integer':
    case 'percent':
    case 'money':
      return z.union([z.number(), text], { error }).meta(description);
    case 'entries':
      return z
        .array(sentValues(field.entry ?? []), { error })
        .max(entriesLimit)
        .meta(description);
    default:
      return text.meta({ ...description, ...limits(field) });
  }
}

function typeMessage(field: FormField, input: unknown): string {
  const { error } = field.schema.safeParse(formValue(field, input));
  return error?.issues[0]?.message ?? `${field.label} is not valid`;
}

function isOfWireType({ kind, yesNo }: FormField, value: unknown): boolean {
  if (kind === 'checkbox' || yesNo) return typeof value === 'boolean';
  if (kind === 'multiselect') return Array.isArray(value) && value.every((option) => typeof option === 'string');
  if (kind === 'integer' || kind === 'percent') return typeof value === 'number';
  if (kind === 'entries') return Array.isArray(value);
  return typeof value === 'string';
}
