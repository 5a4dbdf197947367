import { areas } from '#domain/registry/endpoints.ts';
import { documentsOf } from '#functions/documents/repository/documents.ts';
import { Table } from '#functions/platform/store/table.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import type { DocuSealAccounts } from '#functions/signatures/client/adapters.ts';
import { docusealAccount } from '#functions/signatures/client/docuseal.ts';
import { type EnvelopeRecord, envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import type { SigningDependencies } from '#functions/signatures/worker/connected-docuseal.ts';
import { signingWorkHandlers } from '#functions/signatures/worker/signing-work-handlers.ts';
import { maxReceiveCount, queues } from '#infra/queues.ts';
import { type Death, dying } from '#tests/support/crash-injection.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { queueInVirtualTime } from '#tests/support/engines/queue-in-virtual-time.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { settlerOf } from '#tests/support/records/documents.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { bindTemplate, exampleEnvelope, exampleFields } from '#tests/support/records/signatures.ts';
import { announced, connectSigning } from './signing.ts';
import { signingKey } from './signing-service.ts';
import { relayInto } from './unsent-outbox.ts';

const minutes = 60_000;

/**
 * One organization's e-signatures in this process: calls, outbox, queue in virtual time with its worker, and local
 * DocuSeal with its signing pages.
 */
export const startSigningWorld = async () => {
  const harness = await startHarness();
  const docuseal = await harness.docuseal();
  const tenant = await harness.addTenant('signing-world');
  const { token } = await connectSigning(harness, tenant);
  const clock = { now: Date.now() };
  const now = () => new Date(clock.now);
  harness.state.now = now;
  /** Scan results; undefined for silence. */
  const state = {
    ...{ death: undefined as Death | undefined, limitMs: 2_000 },
    scans: 'NO_THREATS_FOUND' as string | undefined,
    key: signingKey,
  };
  const service = { id: 'local', label: 'Tests', api: docuseal.url, hosts: [] };
  const accounts: DocuSealAccounts = {
    of: async () => dying(docusealAccount(service, state.key, state.limitMs), () => state.death),
  };
  const dependencies: SigningDependencies = {
    table: dying(new Table(harness.client, harness.tableName), () => state.death),
    accounts,
    bucket: dying(harness.documents.bucket, () => state.death),
    keyWrapper: testKeyWrapper,
    now,
    leaseSeconds: 20,
  };
  const queue = queueInVirtualTime(clock, {
    maxReceiveCount,
    visibilitySeconds: 30,
  });
  const { logger } = recordingLogger();
  queue.workedBy(createWorker(signingWorkHandlers(dependencies), { logger, queue: queue.queue, now }));

  const template = await docusealTemplate();
  async function docusealTemplate() {
    const { data } = await docusealAccount(service, signingKey, 5_000).listTemplates();
    const found = data.find(({ name }) => name === 'Cremation Authorization');
    if (!found) throw new Error('no template');
    const fields = exampleFields.filter(({ name }) => name !== 'Favorite Color');
    return { ...(await bindTemplate(harness, tenant, { docuseal_id: found.id, fields })), docuseal_id: found.id };
  }

  const relay = relayInto(queue, { table: harness.calmTable, clock, names: queues['signing-work'].events });
  const scan = async (): Promise<void> => {
    if (state.scans === undefined) return;
    const settle = settlerOf(harness);
    for (const result of harness.documents.scanned(state.scans)) await settle(result);
  };
  const settle = async ({ within = 10 * minutes, times = 1 } = {}): Promise<void> => {
    const until = clock.now + within;
    await relay(times);
    do {
      const next = Math.min(until, clock.now + 5_000);
      await queue.runUntil(next);
      await scan();
    } while (((await relay(times)) > 0 || queue.waiting > 0) && clock.now < until);
  };

  const send = async (changes: object = {}): Promise<string> => {
    const cases = casesOf(harness, tenant);
    const { id: caseId } = await cases.opened({ ...wholeCase });
    succeeded(await cases.activate(caseId));
    const body = { ...exampleEnvelope(caseId, template.id, changes), send_now: true };
    const options = { as: tenant.profiles.super_admin, body };
    return String(succeeded(await harness.call(areas['signature-envelopes'].createMulti, options)).body.id);
  };
  const envelope = (id: string): Promise<EnvelopeRecord> => envelopesOf(harness.calmTable, tenant.id).require(id);
  const submissionsOf = (id: string) =>
    docuseal
      .submissions()
      .filter(({ submitters }) => submitters.some((submitter) => submitter.external_id?.startsWith(id)));
  const signed: Record<string, string> = {
    ...{ 'value:Agent Name': 'Someone', 'value:No implants': 'true', 'value:Irreversible': 'true' },
    ...{ 'typed:Signature': 'Someone', 'typed:Director Signature': 'Someone' },
  };
  const page = async (id: string, at: number, action: 'complete' | 'decline' | 'view'): Promise<number> => {
    const slug = submissionsOf(id).find(({ archived_at }) => !archived_at)?.submitters[at]?.slug;
    const url = `${docuseal.url}/s/${slug}`;
    if (action === 'view') return (await fetch(url)).status;
    const body = new URLSearchParams(action === 'complete' ? signed : { reason: 'Not yet' });
    return (await fetch(`${url}/${action}`, { method: 'POST', body })).status;
  };
  const hears = (id: string, event_type = 'form.completed', timestamp = String(clock.now)) => {
    const submissionId = submissionsOf(id)[0]?.id ?? 0;
    return harness.call(
      areas['signing-webhooks'].received,
      announced(token, { event_type, submissionId, timestamp }, { at: now() }),
    );
  };
  const documents = async (id: string) =>
    documentsOf(harness.calmTable, tenant.id).ofCase((await envelope(id)).case_id);
  return {
    ...{ harness, docuseal, tenant, clock, state, dependencies, queue, relay, settle, send, envelope, submissionsOf },
    ...{ page, hears, scan, documents, accounts, template },
    close: () => harness.close(),
  };
};
export type SigningWorld = Awaited<ReturnType<typeof startSigningWorld>>;
