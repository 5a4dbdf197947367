import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentEnvelope } from '#functions/signatures/envelopes/shared/present-envelope.ts';
import { collectResend } from '#functions/signatures/envelopes/shared/resend-void-delete.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';

const needs = { envelopes, signingFacts: signingSources };

/** Asks for a mail with the link to one person, or to everybody who could sign now; a worker has DocuSeal send it. */
export const resendEnvelope = handler(envelopeEndpoints.resend, needs, ({ params, body }, context) => {
  const { db, work } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      const next = collectResend(context, record, body.recipient_id ?? undefined);
      return work.finish(presentEnvelope(next, await db.signingFacts.homeNames()));
    },
  );
});
