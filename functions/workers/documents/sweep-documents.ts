import type { Logger } from '@aws-lambda-powertools/logger';
import { documentKey } from '#domain/operations/document-places.ts';
import type { MalwareScan } from '#functions/adapters/malware-scan.ts';
import { moved } from '#functions/documents/shared/document-life.ts';
import type { DocumentRecord } from '#functions/records/document-record.ts';
import { documentsDue, documentsOf } from '#functions/records/documents.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import type { RemoveDependencies } from './remove-documents.ts';
import { removeDocument } from './remove-documents.ts';

/** So many in one run; the next one goes on. */
const perRun = 200;

export interface SweepDependencies extends RemoveDependencies {
  askScan: MalwareScan;
  now: () => Date;
  logger: Pick<Logger, 'error'>;
}

/**
 * What nobody else sees to: a scan that does not answer is asked for again, an upload that never came is forgotten, and
 * what was deleted or refused a month ago goes for good. One that fails keeps no other back, and comes again.
 */
export const sweepDocuments =
  (dependencies: SweepDependencies) => async (): Promise<{ asked: number; removed: number; failed: number }> => {
    const { table, askScan, now, logger } = dependencies;
    const counts = { asked: 0, removed: 0, failed: 0 };
    const settle = async (record: DocumentRecord): Promise<void> => {
      if (record.status !== 'checking' || record.deleted_at !== null) {
        await removeDocument(dependencies, record);
        counts.removed++;
        return;
      }
      await askScan(documentKey('quarantine', record.organization_id, record.id));
      const documents = documentsOf(table, record.organization_id);
      // Since when it is waited for stays, so that people are told that it takes long.
      const { updated_at } = record;
      await table.transact([documents.change(record, { ...moved(record, {}, now()), updated_at })]);
      counts.asked++;
    };
    for (const { organizationId, id } of await documentsDue(table, now(), perRun)) {
      // The index is late by a moment: what stands now decides.
      const record = await documentsOf(table, organizationId).find(id);
      if (!record?.due_at || record.due_at > now().toISOString()) continue;
      await settle(record).catch((error: Error) => {
        if (error instanceof WriteConflict) return;
        counts.failed++;
        logger.error('document not swept', { organization_id: organizationId, reason: error.message });
      });
    }
    return counts;
  };
