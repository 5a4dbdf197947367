import { type FormField, isAnswered, labelOf, requiredMessageOf } from './field.ts';
import { type FormRules, isRequired, isRequiredAtStage, type Values } from './rules.ts';

/** A required field that is still empty. */
export interface MissingField<Name extends string = string> {
  /** Id of its section. */
  section: string;
  field: Name;
  label: string;
  message: string;
}

interface Section<Name extends string, Condition extends string> {
  readonly id: string;
  readonly fields: readonly FormField<Name, Condition>[];
}

/** The fields of a section that the form or the record's stage asks for and that are empty, in the form's order. */
export function missingIn<Field extends string, Name extends string, Context>(
  rules: FormRules<Name, Context>,
  section: Section<Field, NoInfer<Name>>,
  values: Values,
  context: Context,
): MissingField<Field>[] {
  return section.fields
    .filter((field) => !isAnswered(field, values[field.name]) && isRequired(rules, field, values, context))
    .map((field) => missingField(section.id, field, values));
}

/** Those of them without which the record cannot be at its stage. */
export function missingAtStage<Field extends string, Name extends string, Context>(
  rules: FormRules<Name, Context>,
  section: Section<Field, NoInfer<Name>>,
  values: Values,
  context: Context,
): MissingField<Field>[] {
  return section.fields
    .filter((field) => !isAnswered(field, values[field.name]) && isRequiredAtStage(rules, field, values, context))
    .map((field) => missingField(section.id, field, values));
}

function missingField<Field extends string>(
  section: string,
  field: FormField<Field>,
  values: Values,
): MissingField<Field> {
  return { section, field: field.name, label: labelOf(field, values), message: requiredMessageOf(field) };
}
