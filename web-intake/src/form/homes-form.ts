import { intakeSections } from '#domain/intake/intake.sections.ts';
import { questionFields } from '#domain/managed-forms/form-questions.ts';
import type { FormShape } from '#domain/managed-forms/form-shape.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import { questions as questionsStep } from '../steps.ts';
import type { FormFieldData } from './field-data.ts';

export type FormSection = (typeof intakeSections)[number];

/** The home's own form, as the page works with it. */
export interface HomesForm {
  readonly form: PublicForm;
  readonly shape: FormShape;
  /** What it asks besides. Their names are ids of questions, which stand beside the form's own fields. */
  readonly questions: readonly FormFieldData[];
  /** The sections of every form, with that of the questions before the last one. */
  readonly sections: readonly FormSection[];
}

export const homesForm = (form: PublicForm): HomesForm => {
  const questions = questionFields(form) as unknown as FormFieldData[];
  const own: FormSection = { id: questionsStep, number: 0, title: 'A few questions of ours', fields: questions };
  return {
    form,
    shape: form,
    questions,
    sections: [...intakeSections.slice(0, -1), ...(questions.length ? [own] : []), ...intakeSections.slice(-1)],
  };
};
