/**
 * The texts people read when a rule gives no better one (D1 §8, message choice by status). They stand apart from what throws
 * them, so that sites carry them without it.
 */
export const defaultErrorMessages = {
  invalid: 'Bad request. Please check your input.',
  unauthenticated: 'No authentication session found',
  forbidden: 'You do not have permission to perform this action.',
  notFound: 'The requested resource was not found.',
  conflict: 'Somebody else changed this in the meantime.',
  gone: 'This is no longer available.',
  tooLarge: 'The request is too large.',
  unsupportedMediaType: 'Send the request as application/json.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  unavailable: 'The service is busy. Please try again in a moment.',
} as const;
