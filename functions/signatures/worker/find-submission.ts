import { type Envelope, externalId, type SubmissionState } from '#domain/signatures/envelope.ts';
import type { DocuSeal } from '#functions/signatures/client/docuseal.ts';

/**
 * The submission at DocuSeal that was made for one of the envelope, by what we call its people there; undefined when none
 * was, or one that was archived since. The oldest, should there ever be two.
 */
export const findSubmission = async (
  account: DocuSeal,
  envelope: Envelope,
  { key, document_ids }: SubmissionState,
): Promise<number | undefined> => {
  const roles = envelope.documents.filter(({ id }) => document_ids.includes(id)).flatMap((document) => document.roles);
  const [first] = roles;
  if (!first) return undefined;
  const found = await account.findSubmitters(externalId(envelope.id, key, first.recipient_id));
  const ids = found.flatMap(({ submission_id }) => submission_id ?? []).sort((a, b) => a - b);
  for (const id of ids) {
    const submission = await account.getSubmission(id);
    if (submission && !submission.archived_at) return id;
  }
  return undefined;
};
