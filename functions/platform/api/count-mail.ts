import type { RateLimit } from '#domain/shared/contract/endpoint.ts';
import type { AppError } from '#domain/shared/contract/errors.ts';

/**
 * Counts a mail to this address against what of such mails an organization may send to it, to all, and what the address
 * takes of everybody, in this order: what is refused uses up nothing of the others. Throws 429.
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
