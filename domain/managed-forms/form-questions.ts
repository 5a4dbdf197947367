import { canonicalizeFields } from '#domain/shared/forms/canonical.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FieldErrors, Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { yesNo } from '#domain/shared/reference-data/demographics.ts';
import type { Language } from '#domain/shared/values/language.ts';

export const questionKinds = ['text', 'choice', 'yes_no', 'date'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const copiesQuestion = 'q_certificate_copies';
export const maxCopies = 30;
const maxRadioChoices = 6;
const answerLimit = 500;

export interface SpanishQuestion {
  readonly label: string;
  readonly help: string;
  readonly options: readonly string[];
}

/** A home's own question, as stored and as sent to the public page; `options` are the choices. */
export interface FormQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly options: readonly string[];
  readonly spanish?: SpanishQuestion | null | undefined;
}

/** The questions of a form after its own sections. */
export interface FormQuestions {
  readonly questions: readonly FormQuestion[];
  /** The usual number of copies; null if the form does not ask. */
  readonly certificate_copies: number | null;
}

const form = fieldBuilders<never>();

function fieldOf({ id, kind, required, options, ...words }: FormQuestion, language: Language): FormField {
  const translation = language === 'es' ? words.spanish : undefined;
  const [label, help] = [translation?.label || words.label, translation?.help || words.help];
  const demand: { requiredIf?: true } = required ? { requiredIf: true } : {};
  const details = { autocomplete: 'off', ...(help ? { help } : {}), ...demand };
  if (kind === 'date') return form.date(id, label, details);
  if (kind === 'yes_no') return form.radio(id, label, yesNo, details);
  if (kind === 'text') return form.text(id, label, { ...details, maxLength: answerLimit });
  // An answer is the English choice in any language, because staff wrote the choices in English.
  const choices = options.map((option, at) => ({ value: option, label: translation?.options[at] || option }));
  return choices.length > maxRadioChoices
    ? form.select(id, label, choices, details)
    : form.radio(id, label, choices, details);
}

/** No number is preselected, because a number that the family did not choose would be ordered and paid. */
function copiesField(usual: number): FormField {
  const options = Array.from({ length: maxCopies + 1 }, (_, count) => ({ value: String(count), label: String(count) }));
  const many = usual > 0 ? `Many families order about ${usual}. ` : '';
  return form.select(copiesQuestion, 'How many certified copies of the death certificate would you like?', options, {
    autocomplete: 'off',
    help: `${many}Banks, insurance companies and pension offices each ask for one. You can change this later.`,
    width: 'half',
  });
}

export function questionFields(
  { questions, certificate_copies }: FormQuestions,
  language: Language = 'en',
): FormField[] {
  const copies = certificate_copies === null ? [] : [copiesField(certificate_copies)];
  return [...copies, ...questions.map((question) => fieldOf(question, language))];
}

const rules = { conditions: {} };

export function questionErrors(fields: readonly FormField[], answers: Values): FieldErrors {
  return validateFields(rules, fields as readonly FormField<string, never>[], answers, undefined);
}

/** An answer with its question, which can be read without the form. */
export interface StoredAnswer {
  id: string;
  question: string;
  answer: string;
}

/** Returns the answers to these fields that are not blank, as stored. */
export function storedAnswers(fields: readonly FormField[], answers: Values): StoredAnswer[] {
  const kept = canonicalizeFields(fields, answers);
  return fields.flatMap((field) => {
    const answer = displayValue(field, kept[field.name]);
    return answer === '' ? [] : [{ id: field.name, question: field.label, answer }];
  });
}

/** Returns all answers as one text for the case. */
export function answersAsText(answers: readonly Pick<StoredAnswer, 'question' | 'answer'>[]): string {
  return answers.map(({ question, answer }) => `${question} ${answer}`).join('\n');
}
