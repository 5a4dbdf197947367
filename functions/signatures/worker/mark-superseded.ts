import type { EnvelopeDocument } from '#domain/signatures/envelope.ts';
import { withSuperseded } from '#domain/signatures/superseded.ts';
import { documentsRead } from '#functions/documents/repository/documents.ts';
import type { Change, Trace } from '#functions/platform/store/audit/audit.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/system-work.ts';
import type { Delivery, WorkerRun } from '#functions/platform/workers/worker.ts';
import { createEnvelopeRepository, type EnvelopeRecord } from '#functions/signatures/repository/envelopes.ts';
import type { EnvelopeCareDependencies } from './envelope-care-dependencies.ts';

/** What the trail of the case says: which papers have a later version now. */
const changesOf = (before: EnvelopeRecord, next: EnvelopeRecord): Change[] => {
  const marked = next.documents.filter((one, at) => one.superseded_by !== before.documents[at]?.superseded_by);
  const said = marked.map(({ name, superseded_by }) => `${name}: version ${superseded_by}`).join(', ');
  return [
    { field: 'envelopes.title', from: before.title, to: before.title },
    { field: 'envelopes.superseded_by', from: null, to: said },
  ];
};

/** Marks the papers of a case's envelopes for which there is a later version; a second time it changes nothing. */
const markEnvelopesOfCase = async (
  { table, keyWrapper, now }: EnvelopeCareDependencies,
  { organizationId, caseId, trace }: { organizationId: string; caseId: string; trace: Trace },
  laterOf: (document: EnvelopeDocument) => number | undefined,
): Promise<void> => {
  const keys = keysOf(organizationId);
  const envelopes = createEnvelopeRepository(table, keys);
  const concerned = ({ deleted, documents }: EnvelopeRecord): boolean =>
    deleted === null && documents.some((document) => laterOf(document) !== undefined);
  for (const { id } of (await envelopes.ofCase(caseId)).filter(concerned))
    await retryOnConflict(
      () => envelopes.find(id),
      async (record) => {
        if (!record) return;
        const next = { ...record, ...withSuperseded(record, laterOf, now()) };
        if (next.documents.every((one, at) => one.superseded_by === record.documents[at]?.superseded_by)) return;
        await systemUnitOfWork({ table, keyWrapper }, organizationId, trace)
          .add(envelopes.change(record, { ...next, updated_at: now().toISOString() }))
          .audit('envelope.superseded', caseId, changesOf(record, next))
          .step();
      },
    );
};

/** A Statement was finalized anew: what was sent or signed of an earlier version says so. */
export const onStatementFinalized =
  (dependencies: EnvelopeCareDependencies) =>
  ({ envelope }: Delivery<'statement.finalized'>, { trace }: WorkerRun): Promise<void> => {
    const { case_id, version } = envelope.payload;
    const ref = { organizationId: envelope.organization_id, caseId: case_id, trace };
    return markEnvelopesOfCase(dependencies, ref, ({ kind, statement_version }) =>
      kind === 'statement' && statement_version !== null && statement_version < version ? version : undefined,
    );
  };

/** A document of the case has a further version, a corrected certificate for one: the same for those before it. */
export const onDocumentAdded =
  (dependencies: EnvelopeCareDependencies) =>
  async ({ envelope }: Delivery<'document.added'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const { table } = dependencies;
    const keys = keysOf(organizationId);
    const documents = documentsRead.in(table, keys);
    const added = await documents.find(payload.document_id);
    if (!added || added.revision === 1) return;
    const signed = (await createEnvelopeRepository(table, keys).ofCase(payload.case_id)).flatMap(
      (one) => one.documents,
    );
    const ids = [...new Set(signed.flatMap(({ document_id }) => document_id ?? []))];
    const held = await Promise.all(ids.map((id) => documents.find(id)));
    const earlier = new Set(
      held.flatMap((one) => (one && one.series === added.series && one.revision < added.revision ? [one.id] : [])),
    );
    await markEnvelopesOfCase(dependencies, { organizationId, caseId: payload.case_id, trace }, ({ document_id }) =>
      document_id !== null && earlier.has(document_id) ? added.revision : undefined,
    );
  };
