import { isBlank } from '#domain/shared/forms/field.ts';
import type { AlwaysAnswered, FormValuesOf, SentValuesOf, ValuesOf } from '#domain/shared/forms/wire.ts';
import { type AnyIntakeField, type IntakeFieldName, intakeFieldData } from './intake.sections.ts';

type AlwaysName = AlwaysAnswered<AnyIntakeField>['name'];

/** What a family entered, as it is kept: blank and hidden fields are absent. */
export type IntakeAnswers = Required<Pick<ValuesOf<AnyIntakeField>, AlwaysName>> &
  Omit<ValuesOf<AnyIntakeField>, AlwaysName>;

/** What the form holds: text, ticks as booleans, yes/no choices as 'yes' or 'no', '' for nothing. */
export type IntakeFormValues = FormValuesOf<AnyIntakeField>;

/** What a client may send for the fields, also under their second names; null counts as blank. */
export type IntakeAnswersInput = SentValuesOf<AnyIntakeField>;

/** Fields that stand for themselves when nothing was sent. */
export const wireDefaults: Partial<Record<IntakeFieldName, string>> = Object.fromEntries(
  intakeFieldData.flatMap(({ name, defaultValue }) =>
    typeof defaultValue === 'string' && !isBlank(defaultValue) ? [[name, defaultValue]] : [],
  ),
);

/** Ticks are always answered: a box that nobody ticked says no. */
export const uncheckedDefaults: Partial<Record<IntakeFieldName, false>> = Object.fromEntries(
  intakeFieldData.flatMap(({ name, kind }) => (kind === 'checkbox' ? [[name, false]] : [])),
);

/** The fields that every accepted submission has: shown without a condition, and required, defaulted or ticks. */
export const alwaysAnswered: readonly AlwaysName[] = intakeFieldData.filter(isAlwaysAnswered).map(({ name }) => name);

function isAlwaysAnswered(field: AnyIntakeField): field is AlwaysAnswered<AnyIntakeField> {
  if (field.showIf !== undefined) return false;
  return field.requiredIf === true || field.name in uncheckedDefaults || field.name in wireDefaults;
}
