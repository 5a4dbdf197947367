import { AppError, notFound } from '#domain/contract/errors.ts';
import type { DocuSealSubmission } from '#domain/signatures/docuseal-state.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { docuseal } from '#functions/kernel/provisions.ts';
import type { EnvelopeRecord } from '#functions/records/envelope-record.ts';
import { knownEnvelopes } from '#functions/records/envelopes.ts';
import { signingFacts } from '#functions/records/signing-facts.ts';
import { presentEnvelope } from '#functions/signature-envelopes/shared/present-envelope.ts';
import { asked, newestOnes } from './asked.ts';

const presentThere = (there: DocuSealSubmission, { id, title }: EnvelopeRecord) => ({
  ...{ submission_id: there.id, envelope_id: id, title, status: there.status },
  ...{ is_archived: there.archived_at !== null, completed_at: there.completed_at, expires_at: there.expire_at },
  submitters: there.submitters.map(({ name, email, role, status, sent_at, opened_at, completed_at }) => ({
    ...{ name, email, role, status, sent_at, opened_at, completed_at },
  })),
});

/** Those of one account that are known here; an account may hold what is none of ours, and none of this organization. */
export const listThere = handler(
  signingServiceEndpoints.listThere,
  { knownEnvelopes, docuseal },
  async (_, { db, actor, docuseal: accounts }) => {
    const there = await asked(accounts, actor.organizationId, (account) =>
      newestOnes((after) => account.listSubmissions(after ? { after } : {})),
    );
    const owners = await db.knownEnvelopes.bySubmissions(there.map(({ id }) => id));
    return there.flatMap((one) => {
      const owner = owners.get(one.id);
      return owner && !owner.deleted ? [presentThere(one, owner)] : [];
    });
  },
);

/** Whose it is is asked before DocuSeal is: nobody learns of a number that is not theirs. */
export const getThere = handler(
  signingServiceEndpoints.getThere,
  { knownEnvelopes, docuseal },
  async ({ params }, { db, actor, docuseal: accounts }) => {
    const id = Number(params.id);
    const owner = await db.knownEnvelopes.bySubmission(id);
    if (!owner || owner.deleted) throw notFound();
    const there = await asked(accounts, actor.organizationId, (account) => account.getSubmission(id));
    if (!there) throw new AppError('conflict', { detail: signatureMessages.goneThere });
    return presentThere(there, owner);
  },
);

/** The worker asks: it alone writes down what DocuSeal says. The screen looks again until it has. */
export const refreshEnvelope = handler(
  signingServiceEndpoints.refresh,
  { knownEnvelopes, signingFacts },
  async ({ params }, { db, work }) => {
    const record = await db.knownEnvelopes.require(params.id);
    if (record.sending?.state === 'made')
      work.announce('envelope.check-wanted', record.case_id, { envelope_id: record.id });
    return work.finish(presentEnvelope(record, await db.signingFacts.homeNames()));
  },
);
