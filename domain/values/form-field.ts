// The staff site still finds fields here; new code imports them from the engine, and this file goes with the last user.
export { displayValue } from '#domain/forms/display.ts';
export {
  type FieldKind,
  type FieldOption,
  type FieldValue,
  type FormField,
  isAnswered,
  isBlank,
} from '#domain/forms/field.ts';
