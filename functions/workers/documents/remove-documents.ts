import { documentKey } from '#domain/operations/document-places.ts';
import type { DocumentBucket } from '#functions/adapters/document-bucket.ts';
import type { Delivery } from '#functions/kernel/worker.ts';
import type { DocumentRecord } from '#functions/records/documents/document-record.ts';
import { documentsOf } from '#functions/records/documents/documents.ts';
import type { Table } from '#functions/store/table.ts';

export interface RemoveDependencies {
  table: Table;
  bucket: Pick<DocumentBucket, 'remove'>;
}

/** Takes a document away for good: its files first, so that none is left of which nobody knows. */
export const removeDocument = async (
  { table, bucket }: RemoveDependencies,
  record: Pick<DocumentRecord, 'id' | 'case_id' | 'organization_id'>,
): Promise<void> => {
  const { id, organization_id } = record;
  await bucket.remove(documentKey('quarantine', organization_id, id));
  await bucket.remove(documentKey('clean', organization_id, id));
  await table.transact(documentsOf(table, organization_id).remove(record));
};

/** The documents of a case that is deleted go with it (quality S-40). Done again, it finds less to do. */
export const onCaseDeleted =
  (dependencies: RemoveDependencies) =>
  async ({ envelope }: Delivery<'case.deleted'>): Promise<void> => {
    const documents = documentsOf(dependencies.table, envelope.organization_id);
    for (const record of await documents.ofCase(envelope.payload.case_id)) await removeDocument(dependencies, record);
  };
