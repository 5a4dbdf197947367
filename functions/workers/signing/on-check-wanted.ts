import type { EventHandlers } from '#functions/kernel/worker.ts';
import { readEnvelope } from './read-envelope.ts';
import { envelopeOf, type SigningDependencies } from './signing-work.ts';
import { storeFiles } from './store-files.ts';

/** DocuSeal announced something, or was silent for long: it is asked, and what is complete is stored. */
export const onCheckWanted =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.check-wanted']> =>
  async ({ envelope: { organization_id, occurred_at, payload } }, { trace }) => {
    const of = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await readEnvelope(dependencies, of, occurred_at);
    if (envelope) await storeFiles(dependencies, of, envelope);
  };

/** Everybody has signed. */
export const onSigned =
  (dependencies: SigningDependencies): NonNullable<EventHandlers['envelope.signed']> =>
  async ({ envelope: { organization_id, payload } }, { trace }) => {
    const of = { organizationId: organization_id, envelopeId: payload.envelope_id, trace };
    const envelope = await envelopeOf(dependencies, of);
    if (envelope) await storeFiles(dependencies, of, envelope);
  };
