import * as z from 'zod';
import { canonicalValue, formValue, isCanonical } from './canonical.ts';
import { entriesLimit, type FieldKind, type FormField } from './field.ts';
import type { Values } from './rules.ts';

/** The second names that fields have. */
type AlsoOf<Field> = Field extends { readonly alsoNamed: infer Also extends string } ? Also : never;

/** The type of a field's value on the wire. */
type WireOf<Field> = Field extends { readonly kind: 'checkbox' } | { readonly yesNo: true }
  ? boolean
  : Field extends { readonly kind: 'multiselect' }
    ? string[]
    : Field extends { readonly kind: 'integer' | 'percent' }
      ? number
      : Field extends { readonly kind: 'entries'; readonly entry: readonly (infer Entry extends FormField)[] }
        ? ValuesOf<Entry>[]
        : string;

/** What a client may send for a field. */
type SentOf<Field> = Field extends { readonly kind: 'checkbox' }
  ? boolean
  : Field extends { readonly yesNo: true }
    ? boolean | string
    : Field extends { readonly kind: 'integer' | 'percent' | 'money' }
      ? number | string
      : Field extends { readonly kind: 'entries'; readonly entry: readonly (infer Entry extends FormField)[] }
        ? SentValuesOf<Entry>[]
        : WireOf<Field>;

/** What a form holds for a field. */
type HeldOf<Field> = Field extends { readonly kind: 'checkbox' }
  ? boolean
  : Field extends { readonly kind: 'multiselect' }
    ? string[]
    : string;

/** The values of these fields as they are kept and answered; blank ones are absent. */
export type ValuesOf<Field extends FormField> = { [F in Field as F['name']]?: WireOf<F> };

/** The values of these fields as they may be sent, also under second names; null counts as blank. */
export type SentValuesOf<Field extends FormField> = { [F in Field as F['name'] | AlsoOf<F>]?: SentOf<F> | null };

/** The values of these fields as a form holds them: text, ticks as booleans, yes/no as 'yes' or 'no', '' for nothing. */
export type FormValuesOf<Field extends FormField> = { [F in Field as F['name']]: HeldOf<F> };

/** The fields that every accepted form has: shown without a condition, and required, ticked or with a default. */
export type AlwaysAnswered<Field> = Field extends { readonly showIf: string }
  ? never
  : Field extends { readonly requiredIf: true } | { readonly kind: 'checkbox' } | { readonly defaultValue: string }
    ? Field
    : never;

/** The shape of the wire schema of these fields. */
export type WireShape<Field extends FormField> = {
  [F in Field as F['name']]: z.ZodOptional<z.ZodType<WireOf<F>, WireOf<F>>>;
};

/** The shape of the wire schema of the second names that some of these fields have. */
type SecondNamesShape<Field extends FormField> = {
  [F in Field as AlsoOf<F>]: z.ZodOptional<z.ZodType<WireOf<F>, WireOf<F>>>;
};

/** The shape of the schema of what a client may send. */
export type SentShape<Field extends FormField> = {
  [F in Field as F['name'] | AlsoOf<F>]: z.ZodOptional<z.ZodNullable<z.ZodType<SentOf<F>, SentOf<F>>>>;
};

/**
 * The wire schema of the values of these fields, as answers carry them: every field may be absent. It holds types and
 * documents closed lists, lengths and formats; whether a value is right was judged when it was accepted.
 */
export function wireValues<const Field extends FormField>(fields: readonly Field[]): z.ZodObject<WireShape<Field>> {
  const shape = Object.fromEntries(fields.map((field) => [field.name, wireType(field).optional()]));
  // The type says of each field what the loop makes of it.
  return z.object(shape) as unknown as z.ZodObject<WireShape<Field>>;
}

/** The same for the fields that have a second name, under that. */
export function wireSecondNames<const Field extends FormField>(
  fields: readonly Field[],
): z.ZodObject<SecondNamesShape<Field>> {
  const shape = Object.fromEntries(
    fields.flatMap((field) => (field.alsoNamed ? [[field.alsoNamed, wireType(field).optional()]] : [])),
  );
  return z.object(shape) as unknown as z.ZodObject<SecondNamesShape<Field>>;
}

/**
 * The schema of values that a client may send: lenient, because emptiness and form are judged together afterwards.
 * Null counts as blank. A value of a wrong type is refused in the words of the field's own schema.
 */
export function sentValues<const Field extends FormField>(fields: readonly Field[]): z.ZodObject<SentShape<Field>> {
  const shape: Record<string, z.ZodType> = {};
  for (const field of fields) {
    const schema = sentType(field).nullish();
    shape[field.name] = schema;
    if (field.alsoNamed) shape[field.alsoNamed] = schema;
  }
  return z.object(shape) as unknown as z.ZodObject<SentShape<Field>>;
}

/**
 * The kept values of these fields as the wire carries them, and no other key. What an answer's type cannot carry is
 * left out: an old value of another shape must not make the whole record unreadable.
 */
export function wireValuesOf<const Field extends FormField>(fields: readonly Field[], kept: Values): ValuesOf<Field> {
  const named = byName(fields);
  // Mostly all of it stands as it is kept. Then nothing is copied: objects with other names in each record are dear to make.
  if (allStandsAsKept(named, kept)) return kept as ValuesOf<Field>;
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(kept)) {
    const field = named.get(name);
    if (!field || value === undefined || value === null) continue;
    const canonical = standsAsKept(field, value) ? value : canonicalValue(field, value);
    if (isOfWireType(field, canonical)) values[name] = canonical;
  }
  return values as ValuesOf<Field>;
}

const named = new WeakMap<readonly FormField[], ReadonlyMap<string, FormField>>();

/** A case has values of a fraction of its hundreds of fields: they are looked up rather than all fields asked. */
function byName(fields: readonly FormField[]): ReadonlyMap<string, FormField> {
  const known = named.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  named.set(fields, known);
  return known;
}

/**
 * Whether the wire carries a kept value just as it is. Texts, choices and boxes were made canonical when they were accepted,
 * and doing that again for each of the hundreds of a case is a tenth of what reading one costs. What has a format may have
 * been kept in another one by an older release: that is made canonical at every reading, unless it shows its form.
 */
function standsAsKept(field: FormField, value: unknown): boolean {
  const { kind, yesNo, options } = field;
  if (kind === 'checkbox' || yesNo) return typeof value === 'boolean';
  if (kind === 'text' || kind === 'textarea') return typeof value === 'string';
  if (kind === 'select' || kind === 'radio') return options?.some((option) => option.value === value) === true;
  if (kind !== 'entries') return isCanonical(field, value);
  const named = byName(field.entry ?? []);
  return Array.isArray(value) && value.every((entry) => allStandsAsKept(named, entry));
}

function allStandsAsKept(named: ReadonlyMap<string, FormField>, values: unknown): boolean {
  if (typeof values !== 'object' || values === null) return false;
  return Object.entries(values).every(([name, value]) => {
    const field = named.get(name);
    return field !== undefined && standsAsKept(field, value);
  });
}

const formats: Partial<Record<FieldKind, Record<string, string>>> = {
  date: { format: 'date' },
  time: { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  phone: { pattern: '^(1?\\d{10}|\\+[2-9]\\d{7,14})$' },
  email: { format: 'email' },
  money: { pattern: '^\\d+\\.\\d{2}$' },
  reference: { format: 'uuid' },
  // A number leaves the server masked; empty where there is none.
  ssn: { pattern: '^(XXX-XX-\\d{4})?$' },
};

/** What OpenAPI says of a text beyond its type: a closed list (options without a length; others are proposals), a length. */
function limits({ options, maxLength, unknown }: FormField): Record<string, unknown> {
  if (maxLength) return { maxLength };
  if (!options) return {};
  const listed = options.map(({ value }) => value);
  return { enum: unknown === undefined || listed.includes(unknown) ? listed : [...listed, unknown] };
}

/** What an answer's value looks like; one that may say "Unknown" instead has no format. */
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
  if (kind === 'multiselect') return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (kind === 'integer' || kind === 'percent') return typeof value === 'number';
  if (kind === 'entries') return Array.isArray(value);
  return typeof value === 'string';
}
