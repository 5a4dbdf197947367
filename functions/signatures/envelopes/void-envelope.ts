import { assertAllowed } from '#domain/shared/access/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { voided } from '#functions/signatures/envelopes/shared/resend-void-delete.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { presentEnvelope } from './shared/envelope-papers.ts';

const needs = { envelopes, signingFacts: signingSources };

/** Voids it at once; a worker ends its links. */
export const voidEnvelope = handler(envelopeEndpoints.void, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      assertAllowed(actor, 'envelope:void', { status: record.status });
      const next = voided(record, body.reason, actor.name, now);
      const { id, case_id } = record;
      const payload = { envelope_id: id, case_id };
      return work
        .add(db.envelopes.change(record, next))
        .audit('envelope.voided', case_id, [
          { field: 'envelopes.title', from: record.title, to: record.title },
          { field: 'envelopes.void_reason', from: null, to: body.reason },
        ])
        .announce('envelope.void-requested', case_id, payload)
        .announce('envelope.voided', case_id, payload)
        .finish(presentEnvelope({ ...next, version: record.version + 1 }, await db.signingFacts.homeNames()));
    },
  );
});
