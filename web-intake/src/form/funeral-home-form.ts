import { type IntakeFieldName, intakeSections } from '#domain/intake/intake.sections.ts';
import type { IntakeField } from '#domain/intake/intake-field.ts';
import type { IntakeSubject } from '#domain/intake/intake-wording.ts';
import type { IntakeEntries } from '#domain/intake/question-visibility.ts';
import type { FormShape } from '#domain/managed-forms/form-options.ts';
import { questionFields } from '#domain/managed-forms/form-questions.ts';
import { ownLanguage } from '#domain/managed-forms/form-translations.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { questions as questionsStep } from '../steps.ts';

export type FormFieldData = IntakeField<IntakeFieldName>;

/** Returns whether the field has "I don't know", or for a stillborn child's name "none". */
export const mayBeUnknown = ({ name, unknown }: FormFieldData, { subject }: { subject: IntakeSubject }): boolean =>
  unknown !== undefined || (name === 'deceased_first_name' && subject === 'baby');

export const fieldNotKnown = (
  field: FormFieldData,
  snapshot: Pick<IntakeEntries, 'notKnown'> & { subject: IntakeSubject },
): boolean => snapshot.notKnown.has(field.name) && mayBeUnknown(field, snapshot);

export type FormSection = (typeof intakeSections)[number];

export interface FuneralHomeForm {
  readonly form: PublicForm;
  readonly shape: FormShape;
  readonly questions: readonly FormFieldData[];
  readonly sections: readonly FormSection[];
}

const inSpanish = (own: PublicForm['cemeteries']): PublicForm['cemeteries'] =>
  own?.map((cemetery) => ({ ...cemetery, note: cemetery.note_spanish || cemetery.note })) ?? null;

export const homesForm = (form: PublicForm, language: Language): FuneralHomeForm => {
  const own = ownLanguage(form, language);
  const questions = questionFields(form, own) as unknown as FormFieldData[];
  const section: FormSection = { id: questionsStep, number: 0, title: 'A few questions from us', fields: questions };
  return {
    form,
    shape: own === 'es' ? { ...form, cemeteries: inSpanish(form.cemeteries) } : form,
    questions,
    sections: [...intakeSections.slice(0, -1), ...(questions.length ? [section] : []), ...intakeSections.slice(-1)],
  };
};
