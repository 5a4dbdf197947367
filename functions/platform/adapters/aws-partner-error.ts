import {
  OutcomeUnknownError,
  type PartnerError,
  PermanentError,
  RetryableError,
  retryAfterOf,
} from '#functions/platform/store/partners/circuit.ts';

interface AwsError extends Error {
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
}

/** A 4xx means that nothing was done: permanent if its name is in `permanent`, otherwise temporary (throttling). */
const partnerErrorOf = (error: AwsError, permanent: ReadonlySet<string>, now: Date): PartnerError => {
  const status = error.$metadata?.httpStatusCode ?? 0;
  const options = { cause: error, retryAfterSeconds: retryAfterOf(error.$response?.headers?.['retry-after'], now) };
  if (status < 400 || status >= 500) return new OutcomeUnknownError(error.name, options);
  return permanent.has(error.name) ? new PermanentError(error.name, options) : new RetryableError(error.name, options);
};

/** Runs AWS calls and throws their failures as {@link PartnerError}. `permanent`: error names that no retry fixes. */
export const withPartnerErrors = async <T>(permanent: ReadonlySet<string>, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw partnerErrorOf(error as AwsError, permanent, new Date());
  }
};
