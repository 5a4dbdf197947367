import type { Envelope } from '#domain/signatures/envelope.ts';
import { eventsOf } from '#domain/signatures/envelope-events.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import { type EnvelopeRecord, envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import type { EnvelopeRef, SigningDependencies } from './signing-dependencies.ts';

/** The envelope as it stands; undefined when it is gone with its case. */
export const findEnvelope = (
  { table }: Pick<SigningDependencies, 'table'>,
  { organizationId, envelopeId }: EnvelopeRef,
): Promise<EnvelopeRecord | undefined> => envelopesOf(table, organizationId).find(envelopeId);

/** What people see of an envelope: not when it was last asked about, or will be. */
const visibleParts = ({ read_at: _, check_at: __, submissions, ...envelope }: EnvelopeRecord) => ({
  ...envelope,
  submissions: submissions.map(({ read_at: ___, ...one }) => one),
});

/**
 * Changes an envelope as it stands now and announces what follows, both or neither; what changes nothing is not written.
 * `owns` is a submission at DocuSeal that becomes the envelope's with it. Answers the envelope after it.
 */
export const changeEnvelope = (
  { table, now }: Pick<SigningDependencies, 'table' | 'now'>,
  { organizationId, envelopeId, trace }: EnvelopeRef,
  change: (envelope: EnvelopeRecord) => Envelope,
  owns?: number,
): Promise<EnvelopeRecord | undefined> => {
  const envelopes = envelopesOf(table, organizationId);
  return retryOnConflict(
    () => envelopes.find(envelopeId),
    async (record) => {
      if (!record) return undefined;
      const changed = { ...record, ...change(record) };
      // When it was last looked at alone is no change that people see, and yet it is kept.
      if (isSame(record, changed) && owns === undefined) return record;
      const next = {
        ...changed,
        updated_at: isSame(visibleParts(record), visibleParts(changed)) ? record.updated_at : now().toISOString(),
      };
      const work = new UnitOfWork(table, keysOf(organizationId), organizationId, trace).add(
        envelopes.change(record, next),
        owns === undefined ? undefined : envelopes.bindSubmission(envelopeId, owns),
      );
      for (const name of eventsOf(record, next))
        work.announce(name, envelopeId, { envelope_id: envelopeId, case_id: record.case_id });
      await work.step();
      return { ...next, version: record.version + 1 };
    },
  );
};
