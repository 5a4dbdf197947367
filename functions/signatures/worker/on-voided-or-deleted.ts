import type { Delivery, WorkerRun } from '#functions/platform/workers/worker.ts';
import { archiveSubmissions } from './archive-submissions.ts';
import { findEnvelope } from './change-envelope.ts';
import type { SigningDependencies } from './signing-dependencies.ts';
import { storeSignedFiles } from './store-signed-files.ts';

type VoidedOrDeleted = 'envelope.void-requested' | 'envelope.deleted';

/** A voided or deleted envelope can be signed by nobody any more; what everybody had signed before is kept all the same. */
export const onVoidedOrDeleted =
  (dependencies: SigningDependencies) =>
  async (
    { envelope: { organization_id, payload } }: Delivery<VoidedOrDeleted>,
    { trace }: WorkerRun,
  ): Promise<void> => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await findEnvelope(dependencies, ref);
    if (!envelope) return;
    await archiveSubmissions(dependencies, ref, envelope);
    const archived = await findEnvelope(dependencies, ref);
    if (archived) await storeSignedFiles(dependencies, ref, archived);
  };
