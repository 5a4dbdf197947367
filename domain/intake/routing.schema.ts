import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { languages } from '#domain/shared/values/language.ts';

const botCheckMissing = 'Please complete the bot check';
const unknownForm = 'This form is not known here';

/** The proof that a person sends it. */
export const botToken = z
  .string({ error: ({ input }) => (input === undefined ? 'This field is required.' : botCheckMissing) })
  .min(1, botCheckMissing)
  .max(4096, botCheckMissing);

/** In which the family read the form, and is written to. */
export const formLanguage = z.enum(languages, 'Choose a language of the form').nullish();

/** Which version of a home's form was answered. */
export const formVersion = {
  form_id: idSchema('managed-form', unknownForm),
  form_version: z.number(unknownForm).int().min(1).max(99_999),
};

/** Answers to the home's own questions, by their ids. */
export const extraAnswers = z.record(z.string().max(40), z.string().max(2000)).nullish();

/** What a report says of the home's form; nothing of the one that every home has. */
export const answeredForm = {
  form_id: formVersion.form_id.nullish(),
  form_version: formVersion.form_version.nullish(),
  extra_answers: extraAnswers,
};
export type AnsweredForm = {
  form_id?: string | undefined;
  form_version?: number | undefined;
  extra_answers?: Record<string, string> | undefined;
};
