import * as z from 'zod';

export const commonPassword = 'This password is too easy to guess. Please choose another one';

/** Base words of common passwords, which attackers try first with a year or digits (ASVS 6.2.4). */
const words = new Set(
  (
    'password passwort passw pass word admin administrator root user guest test tester testing demo default changeme change ' +
    'welcome hello letmein login master access secret love iloveyou lovely babygirl princess sunshine shadow monkey dragon ' +
    'football baseball basketball soccer hockey superman batman starwars pokemon michael jordan jennifer jessica ashley ' +
    'michelle daniel matthew anthony andrew joshua charlie thomas robert hunter ranger killer trustno trustnoone whatever ' +
    'freedom computer internet samsung google facebook linkedin microsoft apple cheese chocolate cookie flower summer winter ' +
    'spring autumn january february march april may june july august september october november december monday tuesday ' +
    'wednesday thursday friday saturday sunday company office business money bailey buster pepper ginger tigger maggie ' +
    'mustang ferrari corvette harley yankees cowboys eagles steelers lakers chelsea arsenal liverpool barcelona jesus christ ' +
    'heaven angel blessed faith grace funeral mortuary cemetery cremation funeralhome director qwerty qwertyuiop qwertz ' +
    'azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qweasd qweasdzxc abc abcd abcde abcdef abcdefg abcdefgh aa aaa'
  ).split(' '),
);

const likeLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const core = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '');

/** True for a known word with digits and symbols, or for hardly any distinct characters. */
export const isCommonPassword = (typed: string): boolean => {
  const lower = typed.toLowerCase();
  const trimmed = lower.replace(/^[^a-z@$]+|[^a-z]+$/g, '');
  const spelled = trimmed.replace(/[013457@$!]/g, (sign) => likeLetters[sign] ?? sign);
  const letters = lower.replace(/[^a-z]/g, '');
  return [core(lower), core(spelled), letters].some((word) => words.has(word)) || new Set(lower).size <= 4;
};

export const passwordRule = 'Password must be at least 8 characters, with uppercase, lowercase and a number';

/** At least 8 characters with an upper-case letter, a lower-case letter and a digit (D2 §5). */
export const newPassword: z.ZodString = z
  .string('Password is required')
  .max(256, 'Password must be 256 characters or less')
  .refine(
    (typed) => typed.length >= 8 && /\p{Lu}/u.test(typed) && /\p{Ll}/u.test(typed) && /\d/.test(typed),
    passwordRule,
  )
  .refine((typed) => !isCommonPassword(typed), commonPassword);

/** Returns the error of a confirmation: 'Please confirm your password', 'Passwords do not match' (D2 §5). */
export const confirmation = (password: string, confirmed: string | undefined): string | undefined => {
  if (!confirmed) return 'Please confirm your password';
  return confirmed === password ? undefined : 'Passwords do not match';
};
