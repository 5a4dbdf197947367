/** Default messages by status (D1 §8), separate from AppError so that sites can import them without it. */
export const defaultErrorMessages = {
  invalid: 'Bad request. Please check your input.',
  unauthenticated: 'No authentication session found',
  forbidden: 'You do not have permission to perform this action.',
  notFound: 'The requested resource was not found.',
  conflict: 'Someone else changed this in the meantime.',
  gone: 'This is no longer available.',
  tooLarge: 'The request is too large.',
  unsupportedMediaType: 'Send the request as application/json.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  unavailable: 'The service is busy. Please try again in a moment.',
} as const;

export type FieldErrors = Record<string, string[]>;

const statuses = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  tooLarge: 413,
  unsupportedMediaType: 415,
  tooManyRequests: 429,
  unavailable: 503,
} as const;
export type ErrorKind = keyof typeof statuses;

interface Details {
  detail?: string;
  fields?: FieldErrors;
  /** Additional response keys, such as the current record of a conflict. */
  extra?: Record<string, unknown>;
  /** For logs only; never personal data. */
  reason?: string;
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  /** A duplicate under the same Idempotency-Key may be the cause: wait for its response first. */
  perhapsTwin?: true;
}

/** The only error that rules and handlers throw. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly details: Details;

  constructor(kind: ErrorKind, details: Details = {}) {
    super(details.reason ?? details.detail ?? kind);
    this.name = 'AppError';
    this.kind = kind;
    this.details = details;
  }

  get status(): number {
    return statuses[this.kind];
  }

  get body(): Record<string, unknown> {
    const { detail, fields, extra } = this.details;
    const body = fields
      ? detail
        ? { detail, ...fields }
        : fields
      : { detail: detail ?? defaultErrorMessages[this.kind] };
    return { ...body, ...extra };
  }
}

/** Returns a 400 with field errors. */
export const invalid = (fields: FieldErrors, detail?: string): AppError => new AppError('invalid', { fields, detail });

/** Returns a 404, also for other organizations' ids, so that the responses do not differ. */
export const notFound = (detail?: string): AppError => new AppError('notFound', { detail });

/** True if the error means that a record does not exist (any more). */
export const isNotFound = (error: unknown): boolean => error instanceof AppError && error.kind === 'notFound';
