import type { RateLimit } from '#domain/shared/contract/endpoint.ts';
import type { AppError } from '#domain/shared/contract/errors.ts';

/** Counts a request against the organization's limit. Throws 429. */
export const countRequest = async (
  { countAccepted }: { countAccepted(by: RateLimit['by'], about: string): Promise<AppError | undefined> },
  organizationId: string,
): Promise<void> => {
  const refusal = await countAccepted('organization', organizationId);
  if (refusal) throw refusal;
};
