import type * as z from 'zod';
import { isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { cleanCode, invalidZip, isUsZip } from '#domain/shared/values/address.ts';
import { formValue } from './canonical.ts';
import { type FormField, isAnswered, isBlank, isUnknownAnswer, requiredMessageOf } from './field.ts';
import { type FieldError, type FieldErrors, type FormRules, isRequired, isShown, type Values } from './rules.ts';

/** `ignored` for records that may be incomplete, such as drafts. */
interface Judging {
  readonly gaps?: 'named' | 'ignored';
}

/** Returns all errors of these values: missing, malformed and inconsistent fields. */
export function validateFields<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  fields: readonly FormField<string, NoInfer<Name>>[],
  values: Values,
  context: Context,
  { gaps = 'named' }: Judging = {},
): FieldErrors {
  const errors: FieldErrors = {};
  const shown = fields.filter((field) => isShown(rules, field, values, context));
  for (const field of shown) {
    const value = values[field.name];
    if (gaps === 'named' && !isAnswered(field, value) && isRequired(rules, field, values, context))
      errors[field.name] = [requiredMessageOf(field)];
    if (!isBlank(value) && !(field.kind === 'checkbox' && value === false))
      Object.assign(errors, malformed(rules, field, values, context, gaps));
  }
  const names = new Set(shown.map(({ name }) => name));
  for (const [name, message] of fieldErrorsOfRules(rules, shown, values, context))
    if (names.has(name)) errors[name] ??= [message];
  return errors;
}

/** Returns the errors that an edit introduces; a stored error blocks no other correction. */
export function errorsIntroduced(
  before: Readonly<Partial<FieldErrors>>,
  after: Readonly<Partial<FieldErrors>>,
  changed: ReadonlySet<string> = new Set(),
): FieldErrors {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, messages]) =>
      messages && (changed.has(name) || before[name]?.join('\n') !== messages.join('\n')) ? [[name, messages]] : [],
    ),
  );
}

/** Returns the errors of a form's values by a domain schema, by top-level field. */
export function schemaErrors(schema: z.ZodType, values: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const name = String(path[0] ?? '');
    errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
}

function* fieldErrorsOfRules<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  shown: readonly FormField[],
  values: Values,
  context: Context,
): Generator<FieldError> {
  yield* rules.crossFieldErrors?.(values, context) ?? [];
  for (const field of shown) {
    const { kind, name, country } = field;
    const zip = values[name];
    if (rules.isStoredPlaceholder?.(field, zip, values)) continue;
    if (kind !== 'zip' || !country || typeof zip !== 'string' || isBlank(zip) || isUsZip(cleanCode(zip))) continue;
    const chosen = values[country] ?? '';
    if (typeof chosen === 'string' && isUnitedStates(chosen)) yield [name, invalidZip];
  }
}

function malformed<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  field: FormField<string, Name>,
  values: Values,
  context: Context,
  gaps: 'named' | 'ignored',
): FieldErrors {
  const value = values[field.name];
  if (isUnknownAnswer(field, value) || rules.isStoredPlaceholder?.(field, value, values)) return {};
  const parsed = field.schema.safeParse(formValue(field, value));
  if (!parsed.success) return { [field.name]: [...new Set(parsed.error.issues.map(({ message }) => message))] };
  if (!field.entry || !Array.isArray(value)) return {};
  const { entry } = field;
  return Object.fromEntries(
    value.flatMap((values: Values, index) =>
      Object.entries(validateFields({ ...rules, crossFieldErrors: undefined }, entry, values, context, { gaps })).map(
        ([name, messages]) => [`${field.name}.${index}.${name}`, messages],
      ),
    ),
  );
}
