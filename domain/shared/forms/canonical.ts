import { type FieldKind, type FormField, isBlank, isUnknownAnswer, isYes } from './field.ts';
import { type FormRules, isShown, type Values } from './rules.ts';

/** Returns a value as the field's schema reads it: a yes/no choice by its option value, and null for an object. */
export function formValue(field: Pick<FormField, 'yesNo'>, value: unknown): unknown {
  if (field.yesNo && typeof value === 'boolean') return value ? 'yes' : 'no';
  // zod compares the length of an object even where it expects a text, and throws if that length is no number.
  if (typeof value === 'object' && !Array.isArray(value)) return null;
  return value;
}

/** Texts of these forms are canonical; the check costs 2% of parsing. */
export const canonicalPatterns: Readonly<Partial<Record<FieldKind, RegExp>>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
  phone: /^\d{10}$/,
  email: /^[a-z\d._+-]+@[a-z\d.-]*[a-z\d]$/,
  money: /^(0|[1-9]\d{0,11})\.\d\d$/,
  state: /^[A-Z]{2}$/,
  country: /^[A-Z]{3}$/,
  zip: /^\d{5}(-\d{4})?$/,
  ssn: /^XXX-XX-\d{4}$/,
  reference: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
};

/** True if `canonicalValue` would certainly not change the value. */
export function isCanonical({ kind, yesNo }: FormField, value: unknown): boolean {
  if (kind === 'checkbox' || yesNo) return typeof value === 'boolean';
  if (kind === 'integer' || kind === 'percent') return typeof value === 'number' && value > 0;
  return typeof value === 'string' && canonicalPatterns[kind]?.test(value) === true;
}

/**
 * Returns a value as stored and sent, such as dates as YYYY-MM-DD. A malformed value is unchanged, for
 * `validateFields`.
 */
export function canonicalValue(field: FormField, value: unknown): unknown {
  if (isCanonical(field, value)) return value;
  if (isUnknownAnswer(field, value)) return field.unknown;
  const parsed = field.schema.safeParse(formValue(field, value));
  if (!parsed.success) return value;
  if (field.yesNo) return isYes(parsed.data);
  if (!field.entry) return parsed.data;
  const { entry } = field;
  return (parsed.data as Values[])
    .map((values) => canonicalizeFields(entry, values))
    .filter((values) => Object.keys(values).length > 0);
}

/** Returns the value sent for a field, under its own name or, if that is blank, its second one. */
export function submittedValue({ name, alsoNamed }: Pick<FormField, 'name' | 'alsoNamed'>, sent: Values): unknown {
  return isBlank(sent[name]) && alsoNamed && sent[alsoNamed] !== undefined ? sent[alsoNamed] : sent[name];
}

/** Returns the canonical values of these fields in form order, shown or not, without blank ones. */
export function canonicalizeFields(fields: readonly FormField[], sent: Values): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    const value = submittedValue(field, sent);
    if (isBlank(value)) continue;
    const canonical = canonicalValue(field, value);
    if (!isBlank(canonical)) kept[field.name] = canonical;
  }
  return kept;
}

/** As `canonicalizeFields`, with `defaults` for blank fields and without hidden ones. */
export function canonicalValues<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  fields: readonly FormField<string, NoInfer<Name>>[],
  sent: Values,
  context: Context,
  defaults: Values = {},
): Record<string, unknown> {
  const named = canonicalizeFields(fields, sent);
  const canonical: Record<string, unknown> = {};
  for (const { name } of fields) {
    const value = named[name] ?? defaults[name];
    if (value !== undefined) canonical[name] = value;
  }
  // Hiding one field may hide the next.
  for (let left = -1; left !== Object.keys(canonical).length; ) {
    left = Object.keys(canonical).length;
    for (const field of fields) if (!isShown(rules, field, canonical, context)) delete canonical[field.name];
  }
  return canonical;
}
