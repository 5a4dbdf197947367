import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { envelopes } from '#functions/signatures/repository/envelopes.ts';
import { signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { presentEnvelope, presentEnvelopeRow } from './shared/envelope-papers.ts';

const needs = { envelopes, signingFacts: signingSources };

export const listEnvelopes = handler(envelopeEndpoints.list, needs, async ({ query }, { db, request }) => {
  const paging = pageRequest(query);
  const { location: home, status, ordering } = query;
  const [found, homes] = await Promise.all([
    db.envelopes.list({ ...paging, home, status, ascending: ordering === 'created_at' }),
    db.signingFacts.homeNames(),
  ]);
  const rows = found.rows.map((record) => presentEnvelopeRow(record, homes));
  return pageAnswer(request.path, query, paging, { ...found, rows });
});

export const listEnvelopesOfCase = handler(envelopeEndpoints.byCase, needs, async ({ query }, { db }) => {
  const id = query.funeral_service_id;
  const [, all, homes] = await Promise.all([
    db.signingFacts.caseCore(id),
    db.envelopes.ofCase(id),
    db.signingFacts.homeNames(),
  ]);
  return all.filter(({ deleted }) => deleted === null).map((record) => presentEnvelope(record, homes));
});

export const getEnvelope = handler(envelopeEndpoints.get, needs, async ({ params }, { db }) => {
  const [record, homes] = await Promise.all([db.envelopes.require(params.id), db.signingFacts.homeNames()]);
  return presentEnvelope(record, homes);
});
