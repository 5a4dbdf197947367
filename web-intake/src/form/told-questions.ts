import { displayValue } from '#domain/forms/display.ts';
import type { FormSnapshot } from './form-store.ts';
import type { Told } from './told.ts';

/** The home's own questions, each with its answer. */
export const toldOfQuestions = ({ form, values }: FormSnapshot): Told =>
  form?.questions.length
    ? {
        questions: form.questions.flatMap((field) => {
          const answer = displayValue(field, values[field.name]);
          return answer ? [[`${field.label} `, { strong: answer }]] : [];
        }),
      }
    : {};
