import type { Logger } from '@aws-lambda-powertools/logger';
import { documentKey } from '#domain/shared/operations/document-places.ts';
import {
  type DocumentRecord,
  type DueDocument,
  documentsDue,
  documentsOf,
} from '#functions/documents/repository/documents.ts';
import { isGenerating, scheduleDeletion, withStatus } from '#functions/documents/shared/start-upload.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { MalwareScan } from '#functions/platform/adapters/malware-scan.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict, WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';

export interface RemoveDependencies {
  table: Table;
  bucket: Pick<DocumentBucket, 'remove'>;
}

/**
 * Takes a document away for good, whatever becomes of it meanwhile: its files first, so that none is left of which nobody
 * knows, and again where it was changed since, as a file may have come with that.
 */
export const removeDocument = async (
  { table, bucket }: RemoveDependencies,
  { id, organization_id }: Pick<DocumentRecord, 'id' | 'organization_id'>,
): Promise<void> => {
  const documents = documentsOf(table, organization_id);
  await retryOnConflict(
    () => documents.find(id),
    async (record) => {
      if (!record) return;
      await bucket.remove(documentKey('quarantine', organization_id, id));
      await bucket.remove(documentKey('clean', organization_id, id));
      await table.transact(documents.remove(record));
    },
  );
};

/**
 * The documents of a case that is deleted go with it (quality S-40). Done again, it finds less to do. One that is being
 * made just now is left to the sweeper: its file may come after this, and would be one of which nobody knows.
 */
export const onCaseDeleted =
  ({ now, ...dependencies }: RemoveDependencies & { now: () => Date }) =>
  async ({ envelope }: Delivery<'case.deleted'>): Promise<void> => {
    const { table } = dependencies;
    const documents = documentsOf(table, envelope.organization_id);
    for (const record of await documents.ofCase(envelope.payload.case_id))
      if (isGenerating(record)) await table.transact([documents.change(record, scheduleDeletion(record, now()))]);
      else await removeDocument(dependencies, record);
  };

/** A scan takes seconds: one that has not ended by then does not come by itself. */
const overdueMs = 3_600_000;
/** So many are done in one run, and read at once; the next one goes on. */
const perRun = 200;

export interface SweepDependencies extends RemoveDependencies {
  askScan: MalwareScan;
  now: () => Date;
  logger: Pick<Logger, 'error'>;
  /** How long a run may take; what is left then is the next run's. */
  budgetMs?: number;
}

interface Swept extends Record<string, number> {
  asked: number;
  removed: number;
  failed: number;
}

/** Does what is due of one document; answers what that was, undefined when nothing is any more. */
const settle = async (
  { table, askScan, now, ...rest }: SweepDependencies,
  { organizationId, id }: DueDocument,
): Promise<'asked' | 'removed' | undefined> => {
  const documents = documentsOf(table, organizationId);
  // The index is late by a moment: what stands now decides.
  const record = await documents.find(id);
  if (!record?.due_at || record.due_at > now().toISOString()) return undefined;
  if (record.status !== 'checking' || record.deleted_at !== null) {
    await removeDocument({ table, ...rest }, record);
    return 'removed';
  }
  await askScan(documentKey('quarantine', organizationId, id));
  // Since when it is waited for stays, so that people are told that it takes long.
  const { updated_at } = record;
  if (now().getTime() - Date.parse(updated_at) > overdueMs) count('ScansOverdue');
  await table.transact([documents.change(record, { ...withStatus(record, {}, now()), updated_at })]);
  return 'asked';
};

/**
 * What nobody else sees to: a scan that does not answer is asked for again, an upload that never came is forgotten, and
 * what was deleted or refused a month ago goes for good. One that fails keeps no other back, and comes again: those that
 * fail for long stay the longest due, and are gone past.
 */
export const sweepDocuments = (dependencies: SweepDependencies) => async (): Promise<Swept> => {
  const { table, now, logger, budgetMs = 60_000 } = dependencies;
  const began = performance.now();
  const counts: Swept = { asked: 0, removed: 0, failed: 0 };
  for (let behind: string | undefined; ; ) {
    const due = await documentsDue(table, now(), perRun, behind);
    for (const one of due)
      try {
        const done = await settle(dependencies, one);
        if (done) counts[done] += 1;
      } catch (error) {
        if (error instanceof WriteConflict) continue;
        counts.failed += 1;
        logger.error('document not swept', { organization_id: one.organizationId, reason: (error as Error).name });
      }
    behind = due.at(-1)?.position;
    const isLate = performance.now() - began > budgetMs;
    if (due.length < perRun || counts.asked + counts.removed >= perRun || isLate) return counts;
  }
};
