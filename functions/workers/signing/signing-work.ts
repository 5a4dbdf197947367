import type { Envelope } from '#domain/signatures/envelope.ts';
import { eventsOf } from '#domain/signatures/envelope-turns.ts';
import type { DocumentBucket } from '#functions/adapters/document-bucket.ts';
import type { DocuSeal, DocuSealAccounts } from '#functions/adapters/docuseal.ts';
import { type EnvelopeRecord, envelopesIn } from '#functions/records/envelopes.ts';
import type { Trace } from '#functions/store/audit.ts';
import { Circuit } from '#functions/store/circuit.ts';
import { keysOf } from '#functions/store/keys.ts';
import { retryOnConflict } from '#functions/store/retry-on-conflict.ts';
import { isSame } from '#functions/store/sorted-json.ts';
import type { KeyWrapper } from '#functions/store/subject-keys.ts';
import type { Table } from '#functions/store/table.ts';
import { UnitOfWork } from '#functions/store/unit-of-work.ts';

export const partner = 'docuseal';

export interface SigningDependencies {
  table: Table;
  accounts: DocuSealAccounts;
  /** Keeps signed papers, and reads those that are to be signed. */
  bucket: Pick<DocumentBucket, 'put' | 'read'>;
  keyWrapper: KeyWrapper;
  now: () => Date;
  leaseSeconds: number;
}

/** An envelope of an organization, for the work of one event. */
export interface EnvelopeOf {
  organizationId: string;
  envelopeId: string;
  trace: Trace;
}

const envelopesOf = ({ table }: SigningDependencies, { organizationId }: EnvelopeOf) =>
  envelopesIn(table, keysOf(organizationId));

/** The envelope as it stands; undefined when it is gone with its case. */
export const envelopeOf = (dependencies: SigningDependencies, of: EnvelopeOf): Promise<EnvelopeRecord | undefined> =>
  envelopesOf(dependencies, of).find(of.envelopeId);

/** What people see of an envelope: not when it was last asked about, or will be. */
const shown = ({ read_at: _, check_at: __, submissions, ...envelope }: EnvelopeRecord) => ({
  ...envelope,
  submissions: submissions.map(({ read_at: ___, ...one }) => one),
});

/**
 * Changes an envelope as it stands now and announces what follows, both or neither; what changes nothing is not written.
 * `owns` is a submission at DocuSeal that becomes the envelope's with it. Answers the envelope after it.
 */
export const changeEnvelope = (
  dependencies: SigningDependencies,
  of: EnvelopeOf,
  change: (envelope: EnvelopeRecord) => Envelope,
  owns?: number,
): Promise<EnvelopeRecord | undefined> => {
  const { table, now } = dependencies;
  const { organizationId, envelopeId, trace } = of;
  const envelopes = envelopesOf(dependencies, of);
  return retryOnConflict(
    () => envelopes.find(envelopeId),
    async (record) => {
      if (!record) return undefined;
      const changed = { ...record, ...change(record) };
      // When it was last looked at alone is no change that people see, and yet it is kept.
      if (isSame(record, changed) && owns === undefined) return record;
      const next = {
        ...changed,
        updated_at: isSame(shown(record), shown(changed)) ? record.updated_at : now().toISOString(),
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

/** DocuSeal as the organization of an envelope may ask it now, through its circuit; undefined: not connected. */
export const askingFor = async (
  { table, accounts, now }: SigningDependencies,
  { organizationId }: EnvelopeOf,
): Promise<{ account: DocuSeal; ask: <T>(question: (account: DocuSeal) => Promise<T>) => Promise<T> } | undefined> => {
  const circuit = new Circuit(table, { organizationId, partner }, now);
  circuit.assertNotPaused();
  const account = await accounts.of(organizationId);
  return account && { account, ask: (question) => circuit.run(() => question(account)) };
};
