import { submissionRead } from '#domain/signatures/envelope-transitions.ts';
import { ForeignAccountError } from '#functions/platform/store/partners/partner-error.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelopes.ts';
import { changeEnvelope } from './change-envelope.ts';
import { connectedDocuSeal } from './connected-docuseal.ts';
import { findSubmission } from './find-submission.ts';
import type { EnvelopeRef, SigningDependencies } from './signing-dependencies.ts';

/**
 * Nobody signs the envelope any more: its submissions are archived at DocuSeal, also one that was made and whose answer was
 * lost. What is complete stays as it is; what everybody has signed before anybody here heard of it is written down as
 * complete. Done again it changes nothing.
 */
export const archiveSubmissions = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  envelope: EnvelopeRecord,
): Promise<void> => {
  const docuseal = await connectedDocuSeal(dependencies, ref);
  if (!docuseal || !envelope.sending) return;
  for (const submission of envelope.submissions) {
    if (submission.status === 'completed') continue;
    const last = await docuseal
      .ask(async (account) => {
        const id = submission.docuseal_id ?? (await findSubmission(account, envelope, submission));
        if (id === undefined) return undefined;
        await account.archiveSubmission(id);
        // Nobody can sign it now, so that this is its last word.
        return account.getSubmission(id);
      })
      .catch((error: unknown) => {
        // It is in an account that is not connected any more: somebody withdraws it there.
        if (!(error instanceof ForeignAccountError)) throw error;
      });
    if (last?.status !== 'completed') continue;
    const at = dependencies.now();
    await changeEnvelope(dependencies, ref, (one) => submissionRead(one, submission.key, last, at));
  }
};
