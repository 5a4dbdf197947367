import { documentKey } from '#domain/shared/operations/deployment.ts';
import { documentsOf } from '#functions/documents/repository/documents.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { Delivery, EventHandlers } from '#functions/platform/workers/worker.ts';
import { archiveOf } from '../shared/zip-archive.ts';
import { isInZip } from '../shared/zip-requests.ts';

export interface ZipDependencies {
  table: Table;
  bucket: Pick<DocumentBucket, 'read' | 'upload'>;
}

/** Generates an archive from S3 to S3; a repetition overwrites the same key. */
export const onZipRequested =
  ({ table, bucket }: ZipDependencies) =>
  async ({ envelope }: Delivery<'document.zip-requested'>): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const documents = documentsOf(table, organizationId);
    const zip = await documents.requireZip(payload.zip_id);
    if (zip.state !== 'making') return;
    const wanted = zip.document_ids && new Set(zip.document_ids);
    const records = (await documents.ofCase(zip.case_id)).filter(
      (record) => isInZip(record) && (wanted?.has(record.id) ?? true),
    );
    const key = documentKey('zips', organizationId, zip.id);
    const size = await bucket.upload(key, 'application/zip', archiveOf(bucket, records));
    const ended = { ...zip, state: 'ready' as const, count: records.length, size };
    await table.transact([documents.endZip(ended)]).catch((error: unknown) => {
      if (!(error instanceof WriteConflictError)) throw error;
    });
  };

/** Returns the worker `document-zips`. */
export const zipHandlers = (dependencies: ZipDependencies): EventHandlers => ({
  'document.zip-requested': onZipRequested(dependencies),
});
