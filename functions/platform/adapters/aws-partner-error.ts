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

/**
 * What an error of an AWS client means. A 4xx says that nothing was done; it is for good where its name is among
 * `permanent`, and otherwise about us and not about what was asked: throttled, paused, not allowed at the moment.
 */
const partnerErrorOf = (error: AwsError, permanent: ReadonlySet<string>, now: Date): PartnerError => {
  const status = error.$metadata?.httpStatusCode ?? 0;
  const options = { cause: error, retryAfterSeconds: retryAfterOf(error.$response?.headers?.['retry-after'], now) };
  if (status < 400 || status >= 500) return new OutcomeUnknownError(error.name, options);
  return permanent.has(error.name) ? new PermanentError(error.name, options) : new RetryableError(error.name, options);
};

/** Runs calls of an AWS client; what fails is thrown as a {@link PartnerError}. `permanent`: names that are for good. */
export const withPartnerErrors = async <T>(permanent: ReadonlySet<string>, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw partnerErrorOf(error as AwsError, permanent, new Date());
  }
};
