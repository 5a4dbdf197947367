import { givenUpHours } from '#domain/exports/archive.endpoints.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { zipOf } from '#functions/documents/shared/zip-archive.ts';
import { type ArchiveRecord, archivesOf } from '#functions/exports/repository.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { AuditProof } from '#functions/platform/store/audit/audit-proof.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { outboxWrite, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { Delivery, EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import { type Archived, archiveFiles } from './archive-files.ts';

interface ArchiveDependencies {
  /** The table with credentials of one organization. */
  organizationTable: (organizationId: string) => Table;
  keyWrapper: KeyWrapper;
  proof: AuditProof;
  bucket: Pick<DocumentBucket, 'read' | 'upload'>;
}

/** Until then every failure is retried. */
const isGivenUp = ({ asked_at }: ArchiveRecord, now: Date): boolean =>
  now.getTime() - Date.parse(asked_at) > givenUpHours * 3_600_000;

/** Creates an archive as a stream from the table and S3 to S3, under the same key if it runs again. Notifies owners. */
export const onArchiveRequested =
  ({ organizationTable, keyWrapper: wrapper, proof, bucket }: ArchiveDependencies) =>
  async ({ envelope }: Delivery<'archive.requested'>, { trace }: WorkerRun): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const [table, keys] = [organizationTable(organizationId), keysOf(organizationId)];
    const archives = archivesOf(table, organizationId);
    const record = await archives.require(payload.archive_id);
    if (record.state !== 'making') return;
    const { now } = trace;
    const ended = async (how: Partial<ArchiveRecord>): Promise<void> => {
      const ended = pendingEvent('archive.ended', organizationId, { archive_id: record.id });
      await table
        .transact([archives.change(record, { ...record, ...how }), outboxWrite(keys, organizationId, trace, [ended])])
        .catch((error: unknown) => {
          if (!(error instanceof WriteConflictError)) throw error;
        });
    };
    if (isGivenUp(record, now)) return ended({ state: 'failed' });
    const archived: Archived = { records: 0, files: 0 };
    const files = archiveFiles({ table, keys, wrapper, proof, now }, bucket, archived);
    const key = documentKey('zips', organizationId, record.id);
    const size = await bucket.upload(key, 'application/zip', zipOf(files));
    await ended({ ...archived, state: 'ready', size, ready_at: new Date().toISOString() });
  };

/** Returns the worker `archives`. */
export const archiveHandlers = (dependencies: ArchiveDependencies): EventHandlers => ({
  'archive.requested': onArchiveRequested(dependencies),
});
