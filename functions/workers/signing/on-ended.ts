import type { Delivery, WorkerRun } from '#functions/kernel/worker.ts';
import { archiveSubmissions } from './archive-submissions.ts';
import { envelopeOf, type SigningDependencies } from './signing-work.ts';
import { storeFiles } from './store-files.ts';

type Ended = 'envelope.void-requested' | 'envelope.deleted';

/** A voided or deleted envelope can be signed by nobody any more; what everybody had signed before is kept all the same. */
export const onEnded =
  (dependencies: SigningDependencies) =>
  async ({ envelope: { organization_id, payload } }: Delivery<Ended>, { trace }: WorkerRun): Promise<void> => {
    const of = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await envelopeOf(dependencies, of);
    if (!envelope) return;
    await archiveSubmissions(dependencies, of, envelope);
    const ended = await envelopeOf(dependencies, of);
    if (ended) await storeFiles(dependencies, of, ended);
  };
