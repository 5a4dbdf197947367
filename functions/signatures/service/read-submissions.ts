import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import type { DocuSealSubmission } from '#domain/signatures/docuseal-state.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { docuseal } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelope-record.ts';
import { envelopesById } from '#functions/signatures/repository/envelopes.ts';
import { callDocuSeal } from './ask-docuseal.ts';
import { newestRows } from './read-pages.ts';

const presentSubmission = (there: DocuSealSubmission, { id, title }: EnvelopeRecord) => ({
  ...{ submission_id: there.id, envelope_id: id, title, status: there.status },
  ...{ is_archived: there.archived_at !== null, completed_at: there.completed_at, expires_at: there.expire_at },
  submitters: there.submitters.map(({ name, email, role, status, sent_at, opened_at, completed_at }) => ({
    ...{ name, email, role, status, sent_at, opened_at, completed_at },
  })),
});

/** Those of one account that are known here; an account may hold what is none of ours, and none of this organization. */
export const listSubmissions = handler(
  signingServiceEndpoints.listThere,
  { envelopesById, docuseal },
  async (_, { db, actor, docuseal: accounts }) => {
    const there = await callDocuSeal(accounts, actor.organizationId, (account) =>
      newestRows((after) => account.listSubmissions(after ? { after } : {})),
    );
    const owners = await db.envelopesById.bySubmissions(there.map(({ id }) => id));
    return there.flatMap((one) => {
      const owner = owners.get(one.id);
      return owner && !owner.deleted ? [presentSubmission(one, owner)] : [];
    });
  },
);

/** Whose it is is asked before DocuSeal is: nobody learns of a number that is not theirs. */
export const getSubmission = handler(
  signingServiceEndpoints.getThere,
  { envelopesById, docuseal },
  async ({ params }, { db, actor, docuseal: accounts }) => {
    const id = Number(params.id);
    const owner = await db.envelopesById.bySubmission(id);
    if (!owner || owner.deleted) throw notFound();
    const there = await callDocuSeal(accounts, actor.organizationId, (account) => account.getSubmission(id));
    if (!there) throw new AppError('conflict', { detail: signatureMessages.goneThere });
    return presentSubmission(there, owner);
  },
);
