import type { RateLimit } from '#domain/shared/contract/endpoint.ts';
import type { AppError } from '#domain/shared/contract/errors.ts';

/**
 * Counts an email against three limits: of the organization to this address, of the organization to all, of all to
 * this address. A rejected email uses up nothing of the later limits. Throws 429.
 */
export const countMail = async (
  { countAccepted }: { countAccepted(by: RateLimit['by'], about: string): Promise<AppError | undefined> },
  organizationId: string,
  email: string,
): Promise<void> => {
  const refusal =
    (await countAccepted('recipient', `${organizationId} ${email}`)) ??
    (await countAccepted('organization', organizationId)) ??
    (await countAccepted('address', email));
  if (refusal) throw refusal;
};
