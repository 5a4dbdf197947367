import { isBlank } from '#domain/shared/forms/field.ts';
import { t } from '../language.ts';
import type { FormSnapshot } from './form-store.ts';
import { formatAnswer } from './format-answer.ts';

type Answers = Record<string, readonly (readonly (string | { strong: string })[])[]>;

/** The home's own questions, each with its answer. */
export const toldOfQuestions = ({ form, values }: FormSnapshot): Answers =>
  form?.questions.length
    ? {
        questions: form.questions.flatMap((field) => {
          const value = values[field.name];
          const answer = isBlank(value) ? '' : formatAnswer(field, value);
          return answer ? [[`${t(field.label)} `, { strong: answer }]] : [];
        }),
      }
    : {};
