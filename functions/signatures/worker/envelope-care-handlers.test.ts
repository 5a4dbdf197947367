import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseGates } from '#domain/gates/gate.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { DocuSealSubmission } from '#domain/signatures/docuseal-state.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { submissionRead } from '#domain/signatures/envelope-transitions.ts';
import type { StatementList } from '#domain/statements/statement.schema.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { maxReceiveCount, queues } from '#infra/queues.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { queueInVirtualTime } from '#tests/support/engines/queue-in-virtual-time.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { addDocument } from '#tests/support/records/documents.ts';
import { exampleAcceptance, exampleFees, finalizeStatement } from '#tests/support/records/price-lists.ts';
import { openCase, reportDeath, succeeded } from '#tests/support/records/reports.ts';
import { bindTemplate, draftEnvelope, sentEnvelope } from '#tests/support/records/signatures.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { changeEnvelope } from './connected-docuseal.ts';
import { envelopeCareHandlers } from './envelope-care-handlers.ts';

const rows = areas['signature-envelopes'];

describe('envelopeCareHandlers', { timeout: 60_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
  });
  afterAll(() => harness.close());

  const seen = new Set<string>();
  /** Delivers all new events twice, newest first. */
  const care = async (): Promise<void> => {
    const clock = { now: harness.state.now().getTime() };
    const now = () => new Date(clock.now);
    const { calmTable: table } = harness;
    const queue = queueInVirtualTime(clock, { maxReceiveCount });
    const handlers = envelopeCareHandlers({ table, keyWrapper: testKeyWrapper, now });
    const routed = queues['envelope-care'].events;
    expect(Object.keys(handlers)).toEqual(routed);
    queue.workedBy(createWorker(handlers, { logger: recordingLogger().logger, queue: queue.queue, now }));
    const events = (await unsentEvents(table, new Date(clock.now + 60_000))).filter(
      ({ name, envelope: { id } }) => (routed as readonly string[]).includes(name) && !seen.has(id),
    );
    for (const { name, envelope } of [...events, ...events.toReversed()]) {
      seen.add(envelope.id);
      queue.send({ source: 'stillwater', 'detail-type': name, detail: envelope });
    }
    await queue.runUntil(clock.now + 600_000);
    expect([queue.waiting, queue.deadLetters]).toEqual([0, []]);
  };
  const ofCase = async (funeral_service_id: string): Promise<SignatureEnvelope[]> => {
    const options = { as: tenant.profiles.office_staff, query: { funeral_service_id } };
    return succeeded(await harness.call(rows.byCase, options)).body as unknown as SignatureEnvelope[];
  };
  const activeCase = async (): Promise<string> => {
    const cases = casesOf(harness, tenant);
    const { id } = await cases.opened({ ...wholeCase, ...exampleFees() });
    succeeded(await cases.activate(id));
    return id;
  };
  const laterOf = async (caseId: string) => (await ofCase(caseId)).map(({ documents }) => documents[0]?.superseded_by);

  it('prepares the default set once when a report becomes a case', async () => {
    await care();
    const first = await openCase(harness, tenant, { service_type: 'traditional' });
    await care();
    // Without a default set nothing is prepared.
    expect(await ofCase(first.caseId)).toEqual([]);
    const template = await bindTemplate(harness, tenant, { in_default_set: true });
    await bindTemplate(harness, tenant, { in_default_set: true, is_active: false });
    const { caseId } = await openCase(harness, tenant);
    await care();
    const [envelope, ...more] = await ofCase(caseId);
    expect(more).toEqual([]);
    expect(envelope).toMatchObject({
      ...{ status: 'draft', is_prepared: true, sending: 'not_asked', created_by_name: 'System' },
      ...{ documents: [{ template_id: template.id }], recipients: [{ part: 'authorizing_agent' }] },
    });
    expect(envelope?.timeline.map(({ kind }) => kind)).toEqual(['created']);
    // A deleted envelope is not prepared again.
    const removal = { as: tenant.profiles.funeral_director, params: { id: String(envelope?.id) }, body: {} };
    succeeded(await harness.call(rows.delete, removal));
    seen.clear();
    await care();
    expect(await ofCase(caseId)).toEqual([]);
  });

  it('prepares nothing for a case to which a report was attached', async () => {
    await bindTemplate(harness, tenant, { in_default_set: true });
    const caseId = await activeCase();
    const { id } = await reportDeath(harness, tenant);
    const attaching = { as: tenant.profiles.funeral_director, params: { id }, body: { case: caseId } };
    succeeded(await harness.call(areas.submissions.attachToCase, attaching));
    await care();
    expect(await ofCase(caseId)).toEqual([]);
  });

  it('marks envelopes of an earlier Statement', async () => {
    const caseId = await activeCase();
    await finalizeStatement(harness, tenant, caseId);
    await sentEnvelope(harness, tenant, caseId, { documents: [{ statement_version: 1 }] });
    await care();
    expect(await laterOf(caseId)).toEqual([null]);
    for (const hearse_fee of ['400.00', '410.00']) {
      const body = { hearse_fee, contract_total: hearse_fee };
      succeeded(
        await harness.call(areas.cases.update, { as: tenant.profiles.coordinator, params: { id: caseId }, body }),
      );
      await finalizeStatement(harness, tenant, caseId, { reason: 'Price changed' });
    }
    await care();
    expect(await laterOf(caseId)).toEqual([3]);
    const [envelope] = await ofCase(caseId);
    const marks = envelope?.timeline.filter(({ kind }) => kind === 'superseded').map(({ detail }) => detail);
    expect(marks).toContainEqual(expect.stringMatching(/version 3/));
    const trail = await casesOf(harness, tenant).log(caseId);
    const entries = trail.filter(({ action }) => action === 'envelope.superseded');
    expect(entries).toHaveLength(marks?.length ?? 0);
    expect(JSON.stringify(entries)).toContain('version 3');
    expect(envelope?.status).toBe('sent');
  });

  it('copies signatures of an authorization to its case until it is voided', async () => {
    const kin = { relationship: 'daughter', first_name: 'Kathleen', last_name: 'Briggs', phone: '9045550142' };
    const body = { ...wholeCase, service_type: 'cremation', next_of_kins: [kin] };
    const cases = casesOf(harness, tenant);
    const { id: caseId } = await cases.opened(body);
    succeeded(await cases.activate(caseId));
    const signersNow = async () => {
      await care();
      const options = { as: tenant.profiles.office_staff, params: { id: caseId } };
      const { authorization } = succeeded(await harness.call(areas.gates.ofCase, options)).body as unknown as CaseGates;
      return authorization.signers.map(({ name, state, envelope_id }) => ({ name, state, envelope_id }));
    };
    const name = 'Kathleen Briggs';
    expect(await signersNow()).toEqual([{ name, state: 'open', envelope_id: null }]);
    const { id } = await sentEnvelope(harness, tenant, caseId);
    const actor = { id: null, name: 'System', role: null } as const;
    const trace = { actor, ip: null, requestId: 'test', now: harness.state.now() };
    const signedAt = '2026-11-25T03:30:00.000Z';
    await changeEnvelope(
      { table: harness.calmTable, now: harness.state.now },
      { organizationId: tenant.id, envelopeId: id, trace },
      (one) => ({
        ...one,
        recipients: one.recipients.map((person) =>
          person.name === name ? { ...person, completed_at: signedAt } : person,
        ),
      }),
    );
    expect(await signersNow()).toEqual([{ name, state: 'signed', envelope_id: id }]);
    const voiding = { as: tenant.profiles.funeral_director, params: { id }, body: { reason: 'The family withdrew' } };
    succeeded(await harness.call(rows.void, voiding));
    expect(await signersNow()).toEqual([{ name, state: 'open', envelope_id: null }]);
  });

  it('voids open envelopes of a cancelled case, and keeps signed documents', async () => {
    const caseId = await activeCase();
    const open = await sentEnvelope(harness, tenant, caseId);
    const draft = await draftEnvelope(harness, tenant, caseId);
    const cases = casesOf(harness, tenant, 'super_admin');
    succeeded(await cases.cancel(caseId));
    await care();
    const statuses = async () => new Map((await ofCase(caseId)).map(({ id, status }) => [id, status]));
    expect([(await statuses()).get(open.id), (await statuses()).get(draft.id)]).toEqual(['voided', 'draft']);
    const [voided] = (await ofCase(caseId)).filter(({ id }) => id === open.id);
    expect(voided).toMatchObject({ void_reason: 'The case was cancelled', voided_by_name: 'System' });
    const unsent = (await unsentEvents(harness.calmTable, new Date(Date.now() + 3_600_000))).filter(
      ({ name, envelope }) =>
        name === 'envelope.void-requested' && (envelope.payload as { envelope_id?: string }).envelope_id === open.id,
    );
    expect(unsent).toHaveLength(1);
    expect((await cases.log(caseId)).filter(({ action }) => action === 'envelope.voided')).toHaveLength(1);
    // After reopening, the old event changes nothing.
    succeeded(await cases.reopen(caseId));
    succeeded(await cases.activate(caseId));
    const again = await sentEnvelope(harness, tenant, caseId);
    seen.clear();
    await care();
    expect((await statuses()).get(again.id)).toBe('sent');
  });

  it('deletes the envelopes of a deleted case', async () => {
    const caseId = await activeCase();
    const open = await sentEnvelope(harness, tenant, caseId);
    await draftEnvelope(harness, tenant, caseId);
    succeeded(await casesOf(harness, tenant, 'super_admin').remove(caseId, { force: 'true' }));
    await care();
    await harness.projected();
    const list = await harness.call(rows.list, { as: tenant.profiles.super_admin, query: { page_size: '100' } });
    const of = (succeeded(list).body as unknown as { results: { case: { id: string } }[] }).results;
    expect(of.filter((one) => one.case.id === caseId)).toEqual([]);
    const unsent = (await unsentEvents(harness.calmTable, new Date(Date.now() + 3_600_000))).filter(
      ({ name, envelope }) => name === 'envelope.deleted' && envelope.payload.envelope_id === open.id,
    );
    expect(unsent).toHaveLength(1);
  });

  it('accepts a signed Statement once, unless it was accepted or superseded before', async () => {
    const cases = casesOf(harness, tenant);
    const { coordinator: as } = tenant.profiles;
    const statementsOf = async (id: string) =>
      (succeeded(await harness.call(areas.statements.list, { as, params: { id } })).body as unknown as StatementList)
        .statements;
    const signed = async (before: (id: string, statementId: string) => Promise<unknown>) => {
      const caseId = await activeCase();
      const { id: statementId } = await finalizeStatement(harness, tenant, caseId);
      const { id, submissions } = await sentEnvelope(harness, tenant, caseId, {
        documents: [{ statement_version: 1 }],
      });
      await before(caseId, statementId);
      const done = { status: 'completed' as const, completed_at: '2026-11-25T03:30:00.000Z' };
      const submitters = submissions[0]?.submitters.map((one) => ({ ...one, ...done }));
      const state = DocuSealSubmission.parse({
        ...submissions[0],
        ...done,
        id: submissions[0]?.docuseal_id,
        submitters,
      });
      const actor = { id: null, name: 'System', role: null } as const;
      const trace = { actor, ip: null, requestId: 'test', now: harness.state.now() };
      const ref = { organizationId: tenant.id, envelopeId: id, trace };
      const { calmTable: table } = harness;
      await changeEnvelope({ table, now: harness.state.now }, ref, (one) =>
        submissionRead(one, 's1', state, trace.now),
      );
      await care();
      const accepted = (await cases.log(caseId)).filter(({ action }) => action === 'statement.accepted');
      return [
        ...(await statementsOf(caseId)).map(({ status, acceptance }) => ({ status, acceptance })),
        accepted.length,
      ];
    };
    const signatures = [{ name: 'Kathleen Briggs', signed_on: '2026-11-24' }, { name: 'Marcus Ames' }];
    expect(await signed(async () => undefined)).toMatchObject([
      { status: 'accepted', acceptance: { recorded_by_name: 'DocuSeal', signatures } },
      1,
    ]);
    const byHand = (id: string, statementId: string) =>
      harness.call(areas.statements.accept, { as, params: { id, statementId }, body: exampleAcceptance });
    expect(await signed(byHand)).toMatchObject([{ status: 'accepted', acceptance: exampleAcceptance }, 1]);
    const another = async (id: string) => {
      await cases.patch(id, exampleFees({ hearse_fee: '400.00', contract_total: '400.00' }));
      await finalizeStatement(harness, tenant, id);
    };
    expect(await signed(another)).toMatchObject([{ status: 'final' }, { status: 'superseded', acceptance: null }, 0]);
  });

  it('marks envelopes with an earlier version of a document', async () => {
    const caseId = await activeCase();
    const [paper, other] = [
      await addDocument(harness, tenant, caseId),
      await addDocument(harness, tenant, caseId, { file_name: 'Other.pdf' }),
    ];
    for (const { id } of [paper, other])
      await draftEnvelope(harness, tenant, caseId, { documents: [{ document_id: id }] });
    await addDocument(harness, tenant, caseId, { replaces: paper.id });
    await care();
    expect((await laterOf(caseId)).toSorted()).toEqual([2, null]);
  });
});
