import type { FormKind } from '#domain/managed-forms/public-form.ts';

/** What the public page says to the family where a home has no words of its own. */
export const defaultCondolence =
  'We are sorry for your loss; tell us what you can, and we will find out the rest together.';

/** What a form says first where its home says nothing of its own. */
export const firstWords: Readonly<Record<FormKind, string>> = {
  at_need: defaultCondolence,
  pre_need: 'Thank you for thinking ahead. Tell us a little, and we call you. Nothing is decided by it.',
  obituary: 'Tell us what should be said of your loved one. What you do not know, you may leave open.',
};
