import { isSettled } from '#domain/signatures/envelope-progress.ts';
import {
  applySubmissionDeleted,
  postponePoll,
  submissionRead,
  wasReadAfter,
} from '#domain/signatures/envelope-transitions.ts';
import { ForeignAccountError } from '#functions/platform/store/partners/partner-error.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelopes.ts';
import { changeEnvelope, findEnvelope } from './change-envelope.ts';
import { connectedDocuSeal } from './connected-docuseal.ts';
import type { EnvelopeRef, SigningDependencies } from './signing-dependencies.ts';

const nullWhereNotOurs = (error: unknown): null => {
  if (error instanceof ForeignAccountError) return null;
  throw error;
};

/**
 * Asks DocuSeal how the submissions of an envelope stand, those that were not asked about after `since`, and writes that
 * down, unless nothing can change any more. Answers the envelope after it; undefined where there is none, or no account to
 * ask: none is connected, or another one than that in which the envelope was made.
 */
export const refreshFromDocuSeal = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  since: string,
): Promise<EnvelopeRecord | undefined> => {
  const envelope = await findEnvelope(dependencies, ref);
  if (!envelope || isSettled(envelope)) return envelope;
  const open = envelope.submissions.filter((one) => !wasReadAfter(one, since));
  if (open.length === 0 && envelope.submissions.length > 0) return envelope;
  const docuseal = await connectedDocuSeal(dependencies, ref);
  const postpone = async (): Promise<undefined> => {
    await changeEnvelope(dependencies, ref, (one) => postponePoll(one, dependencies.now()));
  };
  if (!docuseal) return postpone();
  let read: EnvelopeRecord | undefined = envelope;
  for (const { key, docuseal_id } of open) {
    if (docuseal_id === null) continue;
    // What happens while it answers is announced, and later than this.
    const at = dependencies.now();
    const state = await docuseal.ask((account) => account.getSubmission(docuseal_id)).catch(nullWhereNotOurs);
    if (state === null) return postpone();
    read = await changeEnvelope(dependencies, ref, (one) =>
      state ? submissionRead(one, key, state, at) : applySubmissionDeleted(one, key, at),
    );
  }
  return read;
};
