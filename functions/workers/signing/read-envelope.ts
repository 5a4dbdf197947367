import { notAsked, submissionGone, submissionRead, wasReadAfter } from '#domain/signatures/envelope-transitions.ts';
import { isSettled } from '#domain/signatures/envelope-turns.ts';
import { NotOurs } from '#functions/adapters/partner-error.ts';
import type { EnvelopeRecord } from '#functions/records/envelopes.ts';
import { askingFor, changeEnvelope, type EnvelopeOf, envelopeOf, type SigningDependencies } from './signing-work.ts';

const ofNoneOfOurs = (error: unknown): null => {
  if (error instanceof NotOurs) return null;
  throw error;
};

/**
 * Asks DocuSeal how the submissions of an envelope stand and writes that down, those that were not asked about after `since`,
 * unless nothing can change any more. Answers the envelope after it; undefined where there is none, or no account to ask: none is connected, or another
 * one than that in which the envelope was made.
 */
export const readEnvelope = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  since: string,
): Promise<EnvelopeRecord | undefined> => {
  const envelope = await envelopeOf(dependencies, of);
  if (!envelope || isSettled(envelope)) return envelope;
  const open = envelope.submissions.filter((one) => !wasReadAfter(one, since));
  if (open.length === 0 && envelope.submissions.length > 0) return envelope;
  const asking = await askingFor(dependencies, of);
  const nobodyAsked = async (): Promise<undefined> => {
    await changeEnvelope(dependencies, of, (one) => notAsked(one, dependencies.now()));
  };
  if (!asking) return nobodyAsked();
  let read: EnvelopeRecord | undefined = envelope;
  for (const { key, docuseal_id } of open) {
    if (docuseal_id === null) continue;
    // What happens while it answers is announced, and later than this.
    const at = dependencies.now();
    const state = await asking.ask((account) => account.getSubmission(docuseal_id)).catch(ofNoneOfOurs);
    if (state === null) return nobodyAsked();
    read = await changeEnvelope(dependencies, of, (one) =>
      state ? submissionRead(one, key, state, at) : submissionGone(one, key, at),
    );
  }
  return read;
};
