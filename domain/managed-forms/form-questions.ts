import { canonicalizeFields } from '#domain/shared/forms/canonical.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import type { FieldErrors, Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { yesNo } from '#domain/shared/reference-data/demographics.ts';
import type { Language } from '#domain/shared/values/language.ts';

/** The kinds of question that a home may add to its form. */
export const questionKinds = ['text', 'choice', 'yes_no', 'date'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Id of the built-in question after copies of the certificate. */
export const copiesQuestion = 'q_certificate_copies';
/** Nobody orders more in one form. */
export const maxCopies = 30;
/** More choices than these are offered as a list to open. */
const unfoldedChoices = 6;
const answerLimit = 500;

/** What a question says in Spanish; '' where it says what it says in English. Choices stand as in English. */
export interface SpanishQuestion {
  readonly label: string;
  readonly help: string;
  readonly options: readonly string[];
}

/** A question of the home's own, as it is kept and as the public page gets it; `options` are those of a choice. */
export interface FormQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly options: readonly string[];
  readonly spanish?: SpanishQuestion | null | undefined;
}

/** What asks beyond a form's own sections. */
export interface Asking {
  readonly questions: readonly FormQuestion[];
  /** How many copies of the certificate are usual; null where the form does not ask. */
  readonly certificate_copies: number | null;
}

const form = fieldBuilders<never>();

function fieldOf({ id, kind, required, options, ...words }: FormQuestion, language: Language): FormField {
  const said = language === 'es' ? words.spanish : undefined;
  const [label, help] = [said?.label || words.label, said?.help || words.help];
  const demand: { requiredIf?: true } = required ? { requiredIf: true } : {};
  const details = { autocomplete: 'off', ...(help ? { help } : {}), ...demand };
  if (kind === 'date') return form.date(id, label, details);
  if (kind === 'yes_no') return form.radio(id, label, yesNo, details);
  if (kind === 'text') return form.text(id, label, { ...details, maxLength: answerLimit });
  // Whatever the language, an answer is the English choice: whoever reads the report chose its words.
  const choices = options.map((option, at) => ({ value: option, label: said?.options[at] || option }));
  return choices.length > unfoldedChoices
    ? form.select(id, label, choices, details)
    : form.radio(id, label, choices, details);
}

/** Nothing is chosen beforehand: a number that nobody meant would be ordered and paid. */
function copiesField(usual: number): FormField {
  const options = Array.from({ length: maxCopies + 1 }, (_, count) => ({
    value: String(count),
    label: String(count),
  }));
  const many = usual > 0 ? `Many families order about ${usual}. ` : '';
  return form.select(copiesQuestion, 'How many certified copies of the death certificate would you like?', options, {
    autocomplete: 'off',
    help: `${many}Banks, insurance companies and pension offices each ask for one. You can change this later.`,
    width: 'half',
  });
}

/** What a form asks beyond its own sections, as fields of the form engine, in their order and in a language. */
export function questionFields({ questions, certificate_copies }: Asking, language: Language = 'en'): FormField[] {
  const copies = certificate_copies === null ? [] : [copiesField(certificate_copies)];
  return [...copies, ...questions.map((question) => fieldOf(question, language))];
}

const rules = { conditions: {} };

/** What is missing or malformed of the answers to these fields, by their ids. */
export function questionErrors(fields: readonly FormField[], answers: Values): FieldErrors {
  return validateFields(rules, fields as readonly FormField<string, never>[], answers, undefined);
}

/** An answer beside its question, as the form asked it: it can be read without the form. */
export interface KeptAnswer {
  id: string;
  question: string;
  answer: string;
}

/** The answers as they are kept; of nothing else than these fields, and nothing blank. */
export function keptAnswers(fields: readonly FormField[], answers: Values): KeptAnswer[] {
  const kept = canonicalizeFields(fields, answers);
  return fields.flatMap((field) => {
    const answer = displayValue(field, kept[field.name]);
    return answer === '' ? [] : [{ id: field.name, question: field.label, answer }];
  });
}

/** All answers as one text, a line or paragraph each, as a case keeps them. */
export function answersAsText(answers: readonly Pick<KeptAnswer, 'question' | 'answer'>[]): string {
  return answers.map(({ question, answer }) => `${question} ${answer}`).join('\n');
}
