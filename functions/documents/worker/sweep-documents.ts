import type { Logger } from '@aws-lambda-powertools/logger';
import { documentKey } from '#domain/shared/operations/deployment.ts';
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
import { retryOnConflict, WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';

export interface RemoveDependencies {
  table: Table;
  bucket: Pick<DocumentBucket, 'remove'>;
}

/**
 * Removes its files before the record, and again if it changed, because a file may have been added. Keeps a document
 * that is no longer due, such as a restored one.
 */
export const removeDocument = async (
  { table, bucket }: RemoveDependencies,
  { id, organization_id }: Pick<DocumentRecord, 'id' | 'organization_id'>,
  isStillDue: (record: DocumentRecord) => boolean = () => true,
): Promise<void> => {
  const documents = documentsOf(table, organization_id);
  await retryOnConflict(
    () => documents.find(id),
    async (record) => {
      if (!record || !isStillDue(record)) return;
      await bucket.remove(documentKey('quarantine', organization_id, id));
      await bucket.remove(documentKey('clean', organization_id, id));
      await table.transact(documents.remove(record));
    },
  );
};

/** Deletes the documents of a deleted case (S-40), except those that the sweeper removes after their generation. */
export const onCaseDeleted =
  ({ now, ...dependencies }: RemoveDependencies & { now: () => Date }) =>
  async ({ envelope }: Delivery<'case.deleted'>): Promise<void> => {
    const { table } = dependencies;
    const documents = documentsOf(table, envelope.organization_id);
    for (const record of await documents.ofCase(envelope.payload.case_id))
      if (isGenerating(record)) await table.transact([documents.change(record, scheduleDeletion(record, now()))]);
      else await removeDocument(dependencies, record);
  };

/** A scan takes seconds; after an hour it does not end without another request. */
const overdueMs = 3_600_000;
/** Documents that are read at once and handled in one run. */
const perRun = 200;

export interface SweepDependencies extends RemoveDependencies {
  askScan: MalwareScan;
  now: () => Date;
  logger: Pick<Logger, 'error'>;
  budgetMs?: number;
}

interface Swept extends Record<string, number> {
  asked: number;
  removed: number;
  failed: number;
}

/** Handles a due document; returns the action, undefined if nothing is due any more. */
const settle = async (
  { table, askScan, now, ...rest }: SweepDependencies,
  { organizationId, id }: DueDocument,
): Promise<'asked' | 'removed' | undefined> => {
  const documents = documentsOf(table, organizationId);
  // The index is eventually consistent, so the record decides.
  const record = await documents.find(id);
  const isDue = ({ due_at }: DocumentRecord) => due_at !== null && due_at <= now().toISOString();
  const isRemovable = (one: DocumentRecord) => isDue(one) && (one.status !== 'checking' || one.deleted_at !== null);
  if (!record || !isDue(record)) return undefined;
  if (isRemovable(record)) {
    await removeDocument({ table, ...rest }, record, isRemovable);
    return 'removed';
  }
  await askScan(documentKey('quarantine', organizationId, id));
  // `checking_since` stays, so that the user sees that it takes long.
  const { updated_at } = record;
  if (now().getTime() - Date.parse(updated_at) > overdueMs) count('ScansOverdue');
  await table.transact([documents.change(record, { ...withStatus(record, {}, now()), updated_at })]);
  return 'asked';
};

/** Handles due documents. A document that fails stays due and stops no other: the run continues after it. */
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
        if (error instanceof WriteConflictError) continue;
        counts.failed += 1;
        logger.error('document not swept', { organization_id: one.organizationId, reason: (error as Error).name });
      }
    behind = due.at(-1)?.position;
    const isLate = performance.now() - began > budgetMs;
    if (due.length < perRun || counts.asked + counts.removed >= perRun || isLate) return counts;
  }
};
