// Where importers found fields before the engine had a folder of its own.
export { displayValue } from '#domain/forms/display.ts';
export {
  type FieldKind,
  type FieldOption,
  type FieldValue,
  type FormField,
  isAnswered,
  isBlank,
  requiredMessageOf,
} from '#domain/forms/field.ts';
