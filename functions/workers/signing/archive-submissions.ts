import type { SubmissionState } from '#domain/signatures/envelope.ts';
import type { EnvelopeRecord } from '#functions/records/envelopes.ts';
import { findSubmission } from './find-submission.ts';
import { askingFor, type EnvelopeOf, type SigningDependencies } from './signing-work.ts';

/**
 * Nobody signs the envelope any more: its submissions are archived at DocuSeal, also one that was made and whose answer was
 * lost. What is complete stays as it is. Done again it changes nothing.
 */
export const archiveSubmissions = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  envelope: EnvelopeRecord,
  which: readonly SubmissionState[] = envelope.submissions,
): Promise<void> => {
  const asking = await askingFor(dependencies, of);
  if (!asking || !envelope.sending) return;
  for (const submission of which) {
    if (submission.status === 'completed') continue;
    await asking.ask(async (account) => {
      const id = submission.docuseal_id ?? (await findSubmission(account, envelope, submission));
      if (id !== undefined) await account.archiveSubmission(id);
    });
  }
};
