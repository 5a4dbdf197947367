import { describe, expect, it } from 'vitest';
import { problemOf } from './problem-of.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('problemOf', () => {
  it.each([
    ['NotAuthorizedException', 'Incorrect username or password.', 'The email address or password is not correct.'],
    ['UserNotFoundException', 'User does not exist.', 'The email address or password is not correct.'],
    ['NotAuthorizedException', 'User is disabled.', 'Your account is deactivated. Contact your administrator.'],
    [
      'NotAuthorizedException',
      'Password attempts exceeded',
      'Too many attempts. Please wait a few minutes and try again.',
    ],
    ['ForbiddenException', 'Request not allowed', 'Too many attempts. Please wait a few minutes and try again.'],
    [
      'NotAuthorizedException',
      'Invalid session for the user, session is expired.',
      'This took too long. Please sign in again.',
    ],
    ['CodeMismatchException', 'Invalid verification code', 'That code is not correct. Check it and try again.'],
    [
      'NetworkError',
      'A network error has occurred.',
      'Network error: Unable to connect to server. Please check your connection.',
    ],
    ['SomethingNew', 'internal text', 'Sign-in failed. Please try again.'],
  ])('%s (%s)', (name, message, sentence) => {
    expect(problemOf(named(name, message))).toBe(sentence);
  });
});
