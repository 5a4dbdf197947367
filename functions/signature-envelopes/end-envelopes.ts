import { assertMay } from '#domain/access/policies.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { envelopes } from '#functions/records/envelopes.ts';
import { signingFacts } from '#functions/records/signing-facts.ts';
import { deleteEnvelope, resend, voided } from './shared/envelope-deeds.ts';
import { presentEnvelope } from './shared/present-envelope.ts';

const needs = { envelopes, signingFacts };

export const resendEnvelope = handler(envelopeEndpoints.resend, needs, ({ params, body }, context) => {
  const { db, work } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      const next = resend(context, record, body.recipient_id ?? undefined);
      return work.finish(presentEnvelope(next, await db.signingFacts.homeNames()));
    },
  );
});

/** Voided here at once; the worker sees to it that no link works any more. */
export const voidEnvelope = handler(envelopeEndpoints.void, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      assertMay(actor, 'envelope:void', { status: record.status });
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

export const removeEnvelope = handler(envelopeEndpoints.delete, needs, ({ params, body }, context) => {
  const { db, work } = context;
  return work.attempt(
    () => db.envelopes.require(params.id),
    async (record) => {
      deleteEnvelope(context, record, body?.reason ?? '');
      return work.finish({ success: true as const });
    },
  );
});
