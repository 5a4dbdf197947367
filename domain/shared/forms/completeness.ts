import { type FormField, isAnswered, labelOf, requiredMessageOf } from './field.ts';
import { type FormRules, isRequired, isRequiredAtStage, type Values } from './rules.ts';

export interface MissingField<Name extends string = string> {
  section: string;
  field: Name;
  label: string;
  message: string;
}

interface Section<Name extends string, Condition extends string> {
  readonly id: string;
  readonly fields: readonly FormField<Name, Condition>[];
}

type Demand = typeof isRequired | typeof isRequiredAtStage;

const emptyFields =
  (isDemanded: Demand) =>
  <Field extends string, Name extends string, Context>(
    rules: FormRules<Name, Context>,
    section: Section<Field, NoInfer<Name>>,
    values: Values,
    context: Context,
  ): MissingField<Field>[] =>
    section.fields
      .filter((field) => !isAnswered(field, values[field.name]) && isDemanded(rules, field, values, context))
      .map((field) => ({
        section: section.id,
        field: field.name,
        label: labelOf(field, values),
        message: requiredMessageOf(field),
      }));

/** Returns the empty fields of a section that the form or the stage requires, in form order. */
export const missingIn = emptyFields(isRequired);

/** Returns those that the record's stage requires. */
export const missingAtStage = emptyFields(isRequiredAtStage);
