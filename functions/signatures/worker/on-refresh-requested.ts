import type { EventHandlers } from '#functions/platform/workers/worker.ts';
import { refreshFromDocuSeal } from './refresh-from-docuseal.ts';
import type { SigningDependencies } from './signing-dependencies.ts';
import { storeSignedFiles } from './store-signed-files.ts';

/** DocuSeal announced something, or was silent for long: it is asked, and what is complete is stored. */
export const onRefreshRequested =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.check-wanted']> =>
  async ({ envelope: { organization_id, occurred_at, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await refreshFromDocuSeal(dependencies, ref, occurred_at);
    if (envelope) await storeSignedFiles(dependencies, ref, envelope);
  };
