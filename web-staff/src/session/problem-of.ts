import { ApiError } from '#domain/shared/contract/client.ts';

const wrongPassword = 'The email address or password is not correct.';
const tooMany = 'Too many attempts. Please wait a few minutes and try again.';

const byName: Record<string, string> = {
  UserNotFoundException: wrongPassword,
  CodeMismatchException: 'That code is not correct. Check it and try again.',
  EnableSoftwareTokenMFAException: 'That code is not correct. Check it and try again.',
  ExpiredCodeException: 'That code is not correct or has expired. Ask for a new one.',
  InvalidPasswordException:
    'The password needs at least 8 characters, with an uppercase letter, a lowercase letter and a number.',
  InvalidParameterException: 'Please check what you entered.',
  LimitExceededException: tooMany,
  TooManyRequestsException: tooMany,
  TooManyFailedAttemptsException: tooMany,
  // Blocked by the firewall in front of the pool.
  ForbiddenException: tooMany,
  UserNotConfirmedException: 'This account is not ready yet. Ask your administrator.',
  NetworkError: 'Network error: Unable to connect to server. Please check your connection.',
};

/** Cognito uses one name for several errors; only the message distinguishes them. */
const notAuthorized = (sentence: string): string => {
  if (/disabled/i.test(sentence)) return 'Your account is deactivated. Contact your administrator.';
  if (/attempts exceeded/i.test(sentence)) return tooMany;
  if (/session/i.test(sentence)) return 'This took too long. Please sign in again.';
  return wrongPassword;
};

const failed = 'Sign-in failed. Please try again.';

/** Returns the message for a user pool error. Never reveals whether an address has an account. */
export const problemOf = (error: unknown, otherwise = failed): string => {
  if (error instanceof ApiError) return error.message;
  if (!(error instanceof Error)) return 'An unexpected error occurred';
  if (error.name === 'NotAuthorizedException') return notAuthorized(error.message);
  return byName[error.name] ?? otherwise;
};
