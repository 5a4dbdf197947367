import { submissionRead } from '#domain/signatures/envelope-transitions.ts';
import { NotOurs } from '#functions/adapters/partner-error.ts';
import type { EnvelopeRecord } from '#functions/records/envelopes.ts';
import { findSubmission } from './find-submission.ts';
import { askingFor, changeEnvelope, type EnvelopeOf, type SigningDependencies } from './signing-work.ts';

/**
 * Nobody signs the envelope any more: its submissions are archived at DocuSeal, also one that was made and whose answer was
 * lost. What is complete stays as it is; what everybody has signed before anybody here heard of it is written down as
 * complete. Done again it changes nothing.
 */
export const archiveSubmissions = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  envelope: EnvelopeRecord,
): Promise<void> => {
  const asking = await askingFor(dependencies, of);
  if (!asking || !envelope.sending) return;
  for (const submission of envelope.submissions) {
    if (submission.status === 'completed') continue;
    const last = await asking
      .ask(async (account) => {
        const id = submission.docuseal_id ?? (await findSubmission(account, envelope, submission));
        if (id === undefined) return undefined;
        await account.archiveSubmission(id);
        // Nobody can sign it now, so that this is its last word.
        return account.getSubmission(id);
      })
      .catch((error: unknown) => {
        // It is in an account that is not connected any more: somebody withdraws it there.
        if (!(error instanceof NotOurs)) throw error;
      });
    if (last?.status !== 'completed') continue;
    const at = dependencies.now();
    await changeEnvelope(dependencies, of, (one) => submissionRead(one, submission.key, last, at));
  }
};
