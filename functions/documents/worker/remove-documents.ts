import { documentKey } from '#domain/shared/operations/document-places.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import { documentsOf } from '#functions/documents/repository/documents.ts';
import { isGenerating, scheduleDeletion } from '#functions/documents/shared/document-status.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
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
