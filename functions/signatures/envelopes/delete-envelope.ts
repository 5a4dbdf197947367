import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { collectDeletion } from '#functions/signatures/envelopes/shared/resend-void-delete.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';

/** Signed papers stay with the case; a worker archives what is open at DocuSeal. */
export const deleteEnvelope = handler(envelopeEndpoints.delete, { envelopes }, ({ params, body }, context) => {
  const { db, work } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      collectDeletion(context, record, body?.reason ?? '');
      return work.finish({ success: true as const });
    },
  );
});
