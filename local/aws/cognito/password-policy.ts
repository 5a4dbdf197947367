import { randomInt } from 'node:crypto';
import { ServiceError } from '../json-service.ts';

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

/** The pool's rule (D1: 8 characters, an upper case and a lower case letter, a digit). Throws InvalidPasswordException. */
export function assertPasswordAllowed(password: string): void {
  const missing =
    (password.length < 8 && 'Password not long enough') ||
    (!/[A-Z]/.test(password) && 'Password must have uppercase characters') ||
    (!/[a-z]/.test(password) && 'Password must have lowercase characters') ||
    (!/[0-9]/.test(password) && 'Password must have numeric characters') ||
    (/^\s|\s$/.test(password) && 'Password must not start or end with a space');
  if (missing) throw new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${missing}`);
}

/** Meets the policy and has no letters that are easily taken for another. */
export function createTemporaryPassword(): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length));
  const rest = Array.from({ length: 9 }, () => pick(LOWER + UPPER + DIGITS));
  return [pick(UPPER), pick(LOWER), pick(DIGITS), ...rest].join('');
}
