import type { EventHandlers } from '#functions/platform/workers/worker.ts';
import { findEnvelope } from './change-envelope.ts';
import type { SigningDependencies } from './signing-dependencies.ts';
import { storeSignedFiles } from './store-signed-files.ts';

/** Everybody has signed: the signed papers and the audit log are stored. */
export const onSigned =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.signed']> =>
  async ({ envelope: { organization_id, payload } }, { trace }) => {
    const ref = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await findEnvelope(dependencies, ref);
    if (envelope) await storeSignedFiles(dependencies, ref, envelope);
  };
