import { isSettledStatus } from '#domain/signatures/envelope-policy.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import type { Trace } from '#functions/platform/store/audit/audit.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/system-work.ts';
import type { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import type { Delivery, WorkerRun } from '#functions/platform/workers/worker.ts';
import { voided } from '#functions/signatures/envelopes/shared/resend-void-delete.ts';
import { createEnvelopeRepository, type EnvelopeRecord } from '#functions/signatures/repository/envelopes.ts';
import type { EnvelopeCareDependencies } from './envelope-care-dependencies.ts';

interface CaseRef {
  organizationId: string;
  caseId: string;
  trace: Trace;
}

/** Changes those envelopes of a case, each in a transaction of its own, of which `collect` collects something. */
const changeEnvelopesOfCase = async (
  { table, keyWrapper }: EnvelopeCareDependencies,
  { organizationId, caseId, trace }: CaseRef,
  collect: (record: EnvelopeRecord, work: UnitOfWork) => EnvelopeRecord | undefined,
): Promise<void> => {
  const keys = keysOf(organizationId);
  const envelopes = createEnvelopeRepository(table, keys);
  for (const { id } of await envelopes.ofCase(caseId))
    await retryOnConflict(
      () => envelopes.find(id),
      async (record) => {
        if (!record || record.deleted) return;
        const work = systemUnitOfWork({ table, keyWrapper }, organizationId, trace);
        const next = collect(record, work);
        if (next) await work.add(envelopes.change(record, next)).step();
      },
    );
};

/** Whether people are asked to sign it, or are about to be. */
const isWithPeople = ({ sending, status }: EnvelopeRecord): boolean =>
  sending !== null && sending.state !== 'refused' && status !== 'signed' && !isSettledStatus(status);

/**
 * A family is neither asked to sign nor reminded of papers of a case that was cancelled: what is with people is voided, as if
 * somebody had done it by hand. What was signed stays on file, and a draft stays a draft. One that was reopened meanwhile is
 * left alone.
 */
export const onCaseCancelled =
  (dependencies: EnvelopeCareDependencies) =>
  async ({ envelope }: Delivery<'case.cancelled'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const caseId = payload.case_id;
    const caseRecord = await createCaseRepository(dependencies.table, keysOf(organizationId)).find(caseId);
    if (caseRecord?.core.status !== 'cancelled') return;
    const reason = 'The case was cancelled';
    await changeEnvelopesOfCase(dependencies, { organizationId, caseId, trace }, (record, work) => {
      if (!isWithPeople(record)) return undefined;
      const about = { envelope_id: record.id, case_id: caseId };
      work
        .audit('envelope.voided', caseId, [
          { field: 'envelopes.title', from: record.title, to: record.title },
          { field: 'envelopes.void_reason', from: null, to: reason },
        ])
        .announce('envelope.void-requested', caseId, about)
        .announce('envelope.voided', caseId, about);
      return voided(record, reason, trace.actor.name, dependencies.now());
    });
  };

/** Of a case that is gone nobody lists, signs or prepares papers any more: its envelopes go with it. */
export const onCaseDeleted =
  (dependencies: EnvelopeCareDependencies) =>
  async ({ envelope }: Delivery<'case.deleted'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const caseId = payload.case_id;
    if (await createCaseRepository(dependencies.table, keysOf(organizationId)).find(caseId)) return;
    const reason = 'The case was deleted';
    await changeEnvelopesOfCase(dependencies, { organizationId, caseId, trace }, (record, work) => {
      const at = dependencies.now().toISOString();
      work
        .audit('envelope.deleted', caseId, [
          { field: 'envelopes.title', from: record.title, to: null },
          { field: 'envelopes.delete_reason', from: null, to: reason },
        ])
        .announce('envelope.deleted', caseId, { envelope_id: record.id, case_id: caseId });
      const deleted = { reason, at, by_name: trace.actor.name };
      return { ...record, deleted, check_at: null, updated_at: at };
    });
  };
