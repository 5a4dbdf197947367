import { expect, it } from 'vitest';
import { PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { problemOf } from './on-send-requested.ts';

it.each([
  ['email is invalid in `submitters[1]`.', /^DocuSeal does not accept the email address of a person\./],
  ['PDF encrypted', /^A document asks for a password\./],
  ['Template not found', /^Template not found$/],
  [undefined, /^DocuSeal rejected this\./],
])('explains a rejection by DocuSeal: %s', (sentence, words) => {
  expect(problemOf(new PermanentError('422', { sentence }))).toMatch(words);
});
