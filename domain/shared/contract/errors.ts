/**
 * The texts people read when a rule gives no better one (D1 §8, message choice by status). They stand apart from what throws
 * them, so that sites carry them without it.
 */
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

/** Field name (nested as `parent.child`) → messages, as the wire carries it (D1 §8). */
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
  /** For people; one of the catalogue's sentences by default. */
  detail?: string;
  fields?: FieldErrors;
  /** Further keys of the answer, such as the current record of a conflict. */
  extra?: Record<string, unknown>;
  /** For logs alone: never leaves the server and never holds personal data. */
  reason?: string;
  retryAfterSeconds?: number;
  /** Further headers of the answer. */
  headers?: Record<string, string>;
  /** A twin under the same Idempotency-Key may be the cause: its answer is waited for before this is said. */
  perhapsTwin?: true;
}

/** The one error a rule or handler throws: a kind that gives the status, words for people, and a reason for the log. */
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

  /** The body of the answer: a field map, or `{detail}`. */
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

/** A 400 with messages per field. */
export const invalid = (fields: FieldErrors, detail?: string): AppError => new AppError('invalid', { fields, detail });

/** A 404; also for another organization's id, so that nothing can be learned from the difference. */
export const notFound = (detail?: string): AppError => new AppError('notFound', { detail });

/** Whether an error says that something is not there (any more): by an earlier try, say, or because its case was deleted. */
export const isNotFound = (error: unknown): boolean => error instanceof AppError && error.kind === 'notFound';
