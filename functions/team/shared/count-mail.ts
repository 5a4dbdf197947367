import type { RateLimit } from '#domain/contract/endpoint.ts';
import type { AppError } from '#domain/contract/errors.ts';

/** Counts a mail to this address against what an organization, and the address, take of such mails. Throws 429. */
export const countMail = async (
  { countAccepted }: { countAccepted(by: RateLimit['by'], about: string): Promise<AppError | undefined> },
  organizationId: string,
  email: string,
): Promise<void> => {
  const refusal = (await countAccepted('address', email)) ?? (await countAccepted('organization', organizationId));
  if (refusal) throw refusal;
};
