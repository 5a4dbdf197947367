import { isBlank } from '#domain/shared/forms/field.ts';
import type { AlwaysAnswered, FormValuesOf, SentValuesOf, ValuesOf } from '#domain/shared/forms/wire.ts';
import { type AnyIntakeField, type IntakeFieldName, intakeFieldData } from './intake.sections.ts';

type AlwaysName = AlwaysAnswered<AnyIntakeField>['name'];

/** The stored answers of a family; blank and hidden fields are absent. */
export type IntakeAnswers = Required<Pick<ValuesOf<AnyIntakeField>, AlwaysName>> &
  Omit<ValuesOf<AnyIntakeField>, AlwaysName>;

/** The form's values: text, booleans of checkboxes, 'yes' or 'no', '' for none. */
export type IntakeFormValues = FormValuesOf<AnyIntakeField>;

/** The fields that a client may send, also under their second names; null is blank. */
export type IntakeAnswersInput = SentValuesOf<AnyIntakeField>;

export const wireDefaults: Partial<Record<IntakeFieldName, string>> = Object.fromEntries(
  intakeFieldData.flatMap(({ name, defaultValue }) =>
    typeof defaultValue === 'string' && !isBlank(defaultValue) ? [[name, defaultValue]] : [],
  ),
);

export const uncheckedDefaults: Partial<Record<IntakeFieldName, false>> = Object.fromEntries(
  intakeFieldData.flatMap(({ name, kind }) => (kind === 'checkbox' ? [[name, false]] : [])),
);

/** Fields that every accepted submission has: always shown, and required, defaulted or checkboxes. */
export const alwaysAnswered: readonly AlwaysName[] = intakeFieldData.filter(isAlwaysAnswered).map(({ name }) => name);

function isAlwaysAnswered(field: AnyIntakeField): field is AlwaysAnswered<AnyIntakeField> {
  if (field.showIf !== undefined) return false;
  return field.requiredIf === true || field.name in uncheckedDefaults || field.name in wireDefaults;
}
