import type { FormField } from './field.ts';

export type Values = Readonly<Record<string, unknown>>;

export type Condition<Context> = (values: Values, context: Context) => boolean;

export type FieldError = readonly [field: string, message: string];

/** Messages by field name, `list.index.field` inside lists. */
export type FieldErrors = Record<string, string[]>;

export interface FormRules<Name extends string, Context> {
  readonly conditions: Readonly<Record<Name, Condition<Context>>>;
  /** The record's stage, for `requiredAt`. */
  readonly stageOf?: (context: Context) => string;
  /** Skipped for hidden or malformed fields. */
  readonly crossFieldErrors?: (values: Values, context: Context) => Iterable<FieldError>;
  /** True for a placeholder of a value stored elsewhere, such as a masked SSN, which is not validated. */
  readonly isStoredPlaceholder?: (field: FormField, value: unknown, values: Values) => boolean;
}

/** True if the field is currently shown. */
export function isShown<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  field: FormField<string, NoInfer<Name>>,
  values: Values,
  context: Context,
): boolean {
  return field.showIf === undefined || rules.conditions[field.showIf](values, context);
}

/** True if the record's stage requires the field; false for a hidden one. */
export function isRequiredAtStage<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  field: FormField<string, NoInfer<Name>>,
  values: Values,
  context: Context,
): boolean {
  const stage = rules.stageOf?.(context);
  const requirement = stage === undefined ? undefined : field.requiredAt?.[stage];
  return holds(rules, requirement, values, context) && isShown(rules, field, values, context);
}

/** True if the form or the stage requires the field; false for a hidden one. */
export function isRequired<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  field: FormField<string, NoInfer<Name>>,
  values: Values,
  context: Context,
): boolean {
  if (isRequiredAtStage(rules, field, values, context)) return true;
  return holds(rules, field.requiredIf, values, context) && isShown(rules, field, values, context);
}

function holds<Name extends string, Context>(
  { conditions }: FormRules<Name, Context>,
  requirement: Name | true | undefined,
  values: Values,
  context: Context,
): boolean {
  return requirement === true || (requirement !== undefined && conditions[requirement](values, context));
}
