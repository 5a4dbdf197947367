import * as z from 'zod';
import { withoutInvisible } from './text.ts';

export const emailLimit = 254;

/** Dotted words of the letters that RFC 5322 allows unquoted, then at least two DNS labels. */
const address =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the address of “Ann Lee <ann@example.com>” or a link, without a closing punctuation mark. */
const copiedAddress = (typed: string): string => {
  const text = withoutInvisible(typed).trim();
  return (/<([^<>\s]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, '').replace(/[.,;]+$/, '');
};

/** Trimmed and lower-cased, of at most 254 characters (D2 §5, with its messages). */
export const emailAddress: z.ZodString = z
  .string('Please enter a valid email address')
  .overwrite((typed) => copiedAddress(typed).toLowerCase())
  .max(emailLimit, { error: 'Email address is too long', abort: true })
  .regex(address, 'Please enter a valid email address');
