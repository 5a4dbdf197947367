import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { connectionMessages } from '#domain/signatures/connection-messages.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { ForeignAccountError, PartnerError, PermanentError } from '#functions/platform/store/partners/partner-error.ts';
import type { DocuSeal, DocuSealAccounts } from '#functions/signatures/client/docuseal.ts';

/**
 * What DocuSeal answers while somebody waits. Where the organization is not connected, or DocuSeal does not answer, the
 * call is answered 409 with a sentence, what it refuses 400 in its own words: none of it is a failure of ours.
 */
export const callDocuSeal = async <Answer>(
  accounts: DocuSealAccounts,
  organizationId: string,
  ask: (account: DocuSeal) => Promise<Answer>,
  how: { patient?: boolean } = {},
): Promise<Answer> => {
  try {
    const account = await accounts.of(organizationId, how);
    if (!account) throw new AppError('conflict', { detail: signatureMessages.notConnected });
    return await ask(account);
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    if (error.message === 'pro-edition') throw new AppError('conflict', { detail: signatureMessages.editionLacks });
    if (error instanceof ForeignAccountError)
      throw new AppError('conflict', { detail: connectionMessages.otherAccount });
    if (error instanceof PermanentError && error.sentence) throw invalid({ non_field_errors: [error.sentence] });
    const isRefused = error.message === '401' || error.message === '403';
    const detail = isRefused ? signatureMessages.keyRefused : signatureMessages.notAnswering;
    throw new AppError('conflict', { detail, reason: error.message });
  }
};

/** An answer of {@link callDocuSeal}; undefined where DocuSeal is silent or not connected: something older can be shown. */
export const tryDocuSeal = async <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'conflict') return undefined;
    throw error;
  });
