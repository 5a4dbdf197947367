import { notAsked, submissionGone, submissionRead } from '#domain/signatures/envelope-transitions.ts';
import { isSettled } from '#domain/signatures/envelope-turns.ts';
import type { EnvelopeRecord } from '#functions/records/envelopes.ts';
import { askingFor, changeEnvelope, type EnvelopeOf, envelopeOf, type SigningDependencies } from './signing-work.ts';

/**
 * Asks DocuSeal how an envelope stands and writes it down, unless it was asked after `since` or nothing can change any
 * more. Answers the envelope after it; undefined where there is none, or no account to ask.
 */
export const readEnvelope = async (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  since: string,
): Promise<EnvelopeRecord | undefined> => {
  const envelope = await envelopeOf(dependencies, of);
  if (!envelope || isSettled(envelope) || (envelope.read_at !== null && envelope.read_at > since)) return envelope;
  const asking = await askingFor(dependencies, of);
  if (!asking) {
    await changeEnvelope(dependencies, of, (one) => notAsked(one, dependencies.now()));
    return undefined;
  }
  let read: EnvelopeRecord | undefined = envelope;
  for (const { key, docuseal_id } of envelope.submissions) {
    if (docuseal_id === null) continue;
    // What happens while it answers is announced, and later than this.
    const at = dependencies.now();
    const state = await asking.ask((account) => account.getSubmission(docuseal_id));
    read = await changeEnvelope(dependencies, of, (one) =>
      state ? submissionRead(one, key, state, at) : submissionGone(one, key, at),
    );
  }
  return read;
};
