import { type Envelope, externalId, type SubmissionState } from '#domain/signatures/envelope.ts';
import { eventsOf, submissionRead } from '#domain/signatures/envelope-transitions.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { Trace } from '#functions/platform/store/audit/audit-log.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { CircuitBreaker, ForeignAccountError } from '#functions/platform/store/partners/circuit.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import { type EnvelopeRecord, envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import type { DocuSealAccounts } from '../client/adapters.ts';
import type { DocuSeal } from '../client/docuseal.ts';

export const partner = 'docuseal';

export interface SigningDependencies {
  table: Table;
  accounts: DocuSealAccounts;
  /** Stores signed documents, and reads documents to sign. */
  bucket: Pick<DocumentBucket, 'put' | 'read'>;
  keyWrapper: KeyWrapper;
  now: () => Date;
  leaseSeconds: number;
}

/** The envelope that an event is about. */
export interface EnvelopeRef {
  organizationId: string;
  envelopeId: string;
  trace: Trace;
}

export const findEnvelope = (
  { table }: Pick<SigningDependencies, 'table'>,
  { organizationId, envelopeId }: EnvelopeRef,
): Promise<EnvelopeRecord | undefined> => envelopesOf(table, organizationId).find(envelopeId);

/** Leaves out the times of polls, which are no visible change. */
const visibleParts = ({ read_at: _, check_at: __, submissions, ...envelope }: EnvelopeRecord) => ({
  ...envelope,
  submissions: submissions.map(({ read_at: ___, ...submission }) => submission),
});

/** Changes an envelope and announces its events in one transaction; `owns` becomes its DocuSeal submission. */
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
      if (isSame(record, changed)) return record;
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

/** Returns the oldest open submission that was created for this envelope, by its external id. */
export const findSubmission = async (
  account: DocuSeal,
  envelope: Envelope,
  { key, document_ids }: SubmissionState,
): Promise<number | undefined> => {
  const roles = envelope.documents.filter(({ id }) => document_ids.includes(id)).flatMap((document) => document.roles);
  const [first] = roles;
  if (!first) return undefined;
  const found = await account.findSubmitters(externalId(envelope.id, key, first.recipient_id));
  const ids = found.flatMap(({ submission_id }) => submission_id ?? []).sort((a, b) => a - b);
  for (const id of ids) {
    const submission = await account.getSubmission(id);
    if (submission && !submission.archived_at) return id;
  }
  return undefined;
};

/** DocuSeal for one organization; `ask` calls it through the organization's circuit. */
export interface ConnectedDocuSeal {
  account: DocuSeal;
  ask: <T>(question: (account: DocuSeal) => Promise<T>) => Promise<T>;
}

/** Returns undefined without a connection. Throws while the circuit is open. */
export const connectedDocuSeal = async (
  { table, accounts, now }: SigningDependencies,
  { organizationId }: EnvelopeRef,
): Promise<ConnectedDocuSeal | undefined> => {
  const circuit = new CircuitBreaker(table, { organizationId, partner }, now);
  circuit.assertNotPaused();
  const account = await accounts.of(organizationId);
  return account && { account, ask: (question) => circuit.run(() => question(account)) };
};

/** Archives incomplete submissions at DocuSeal, including one whose response was lost. It can be repeated. */
export const archiveSubmissions = async (
  dependencies: SigningDependencies,
  ref: EnvelopeRef,
  envelope: EnvelopeRecord,
): Promise<void> => {
  const docuseal = await connectedDocuSeal(dependencies, ref);
  if (!docuseal || !envelope.sending) return;
  for (const submission of envelope.submissions) {
    if (submission.status === 'completed') continue;
    const last = await docuseal
      .ask(async (account) => {
        const id = submission.docuseal_id ?? (await findSubmission(account, envelope, submission));
        if (id === undefined) return undefined;
        await account.archiveSubmission(id);
        // This state is final, because no one can sign it any more.
        return account.getSubmission(id);
      })
      .catch((error: unknown) => {
        // It is in an account that is no longer connected, where the user must withdraw it.
        if (!(error instanceof ForeignAccountError)) throw error;
      });
    if (last?.status !== 'completed') continue;
    const at = dependencies.now();
    await changeEnvelope(dependencies, ref, (envelope) => submissionRead(envelope, submission.key, last, at));
  }
};
