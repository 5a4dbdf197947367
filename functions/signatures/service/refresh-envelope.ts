import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentEnvelope } from '#functions/signatures/envelopes/shared/present-envelope.ts';
import { envelopesById } from '#functions/signatures/repository/envelopes.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';

/** The worker asks: it alone writes down what DocuSeal says. The screen looks again until it has. */
export const refreshEnvelope = handler(
  signingServiceEndpoints.refresh,
  { envelopesById, signingFacts: signingSources },
  async ({ params }, { db, work }) => {
    const record = await db.envelopesById.require(params.id);
    if (record.sending?.state === 'made')
      work.announce('envelope.check-wanted', record.case_id, { envelope_id: record.id });
    return work.finish(presentEnvelope(record, await db.signingFacts.homeNames()));
  },
);
