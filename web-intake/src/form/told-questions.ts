import { displayValue } from '#domain/forms/display.ts';
import type { FormSnapshot } from './form-store.ts';

type Answers = Record<string, readonly (readonly (string | { strong: string })[])[]>;

/** The home's own questions, each with its answer. */
export const toldOfQuestions = ({ form, values }: FormSnapshot): Answers =>
  form?.questions.length
    ? {
        questions: form.questions.flatMap((field) => {
          const answer = displayValue(field, values[field.name]);
          return answer ? [[`${field.label} `, { strong: answer }]] : [];
        }),
      }
    : {};
