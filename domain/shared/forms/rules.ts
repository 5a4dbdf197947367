import type { FormField } from './field.ts';

/** What a form holds or what was sent, by field name; anything may be missing or malformed. */
export type Values = Readonly<Record<string, unknown>>;

/** A named question to the values and to what is known beside them, such as today's date. */
export type Condition<Context> = (values: Values, context: Context) => boolean;

/** A field and what is wrong with it. */
export type FieldError = readonly [field: string, message: string];

/** Messages by field name, `list.index.field` inside lists; a field without fault has no entry. */
export type FieldErrors = Record<string, string[]>;

/** What a form asks beyond its fields: the conditions that they name, and what must fit together. */
export interface FormRules<Name extends string, Context> {
  readonly conditions: Readonly<Record<Name, Condition<Context>>>;
  /** The stage of the record that decides about `requiredAt`. */
  readonly stageOf?: (context: Context) => string;
  /** Faults between fields; a field that is hidden or malformed has none besides. */
  readonly crossFieldErrors?: (values: Values, context: Context) => Iterable<FieldError>;
  /** Whether a value stands for one that is kept elsewhere, such as a masked number or a customer's, and is not to be judged. */
  readonly isStoredPlaceholder?: (field: FormField, value: unknown, values: Values) => boolean;
}

/** Whether the field is on the page now. */
export function isShown<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  field: FormField<string, NoInfer<Name>>,
  values: Values,
  context: Context,
): boolean {
  return field.showIf === undefined || rules.conditions[field.showIf](values, context);
}

/** Whether the record's stage cannot do without the field; never of a hidden one. */
export function isRequiredAtStage<Name extends string, Context>(
  rules: FormRules<Name, Context>,
  field: FormField<string, NoInfer<Name>>,
  values: Values,
  context: Context,
): boolean {
  const stage = rules.stageOf?.(context);
  const asked = stage === undefined ? undefined : field.requiredAt?.[stage];
  return holds(rules, asked, values, context) && isShown(rules, field, values, context);
}

/** Whether the form or the record's stage asks for the field now; never for a hidden one. */
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
  asked: Name | true | undefined,
  values: Values,
  context: Context,
): boolean {
  return asked === true || (asked !== undefined && conditions[asked](values, context));
}
