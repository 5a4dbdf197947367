import type { FormKind } from '#domain/managed-forms/form-kinds.ts';

export const defaultCondolence =
  'We are sorry for your loss; tell us what you can, and we will find out the rest together.';

export const firstWords: Readonly<Record<FormKind, string>> = {
  at_need: defaultCondolence,
  pre_need:
    'Thank you for planning ahead. Tell us a little, and we will call you. This does not commit you to anything.',
  obituary: 'Tell us what you would like to say about your loved one. Leave anything you don’t know blank.',
};
