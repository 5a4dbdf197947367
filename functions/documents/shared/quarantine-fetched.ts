import { isNotFound } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/document-places.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import { createDocumentRepository } from '#functions/documents/repository/documents.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/system-work.ts';
import { documentChanges, withStatus } from './document-status.ts';
import { type GeneratedDocument, type MakerDependencies, madeDocumentId, madeRecord } from './generated-document.ts';

/** What a partner holds for a case: `fetch` brings its bytes, and is asked only while they have not arrived here. */
export interface FetchedDocument extends Omit<GeneratedDocument, 'bytes'> {
  fetch: () => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Takes in what a partner made, the way of everything that comes from outside: into the quarantine, from which the worker for scans
 * takes it, with its entry and its event. Its record is there before the file, so that no scan finds one of which nobody
 * knows. Done again under the same series and key, also after a death at any step, it goes on where it ended, and answers the document
 * as it stands: `checking` until its scan has decided; undefined where its case is gone, with which it would have gone too. Throws
 * what `fetch`, the table and the bucket throw.
 */
export const quarantineFetchedFile = async (
  { table, bucket, keyWrapper }: MakerDependencies,
  fetched: FetchedDocument,
): Promise<DocumentRecord | undefined> => {
  const { organizationId, caseId, trace } = fetched;
  const keys = keysOf(organizationId);
  const documents = createDocumentRepository(table, keys);
  const id = madeDocumentId(fetched);
  const known = await documents.find(id);
  if (known && known.status !== 'uploading') return known;
  const bytes = await fetched.fetch();
  const isAnnounced = await retryOnConflict(
    () => Promise.all([documents.find(id), documents.ofCase(caseId)]),
    async ([before, held]) => {
      if (before) return true;
      const announced = withStatus(madeRecord(fetched, bytes.byteLength, held), {}, trace.now);
      await table.transact(documents.create(announced));
      return true;
    },
  ).catch((error: unknown) => {
    if (isNotFound(error)) return false;
    throw error;
  });
  if (!isAnnounced) return undefined;
  await bucket.put(documentKey('quarantine', organizationId, id), bytes);
  return retryOnConflict(
    () => documents.find(id),
    async (record) => {
      // It went with its case just now, or its scan was faster.
      if (record?.status !== 'uploading') return record;
      const since = trace.now.toISOString();
      const next = withStatus(record, { status: 'checking', size: bytes.byteLength, checking_since: since }, trace.now);
      await systemUnitOfWork({ table, keyWrapper }, organizationId, { ...trace })
        .add(documents.change(record, next))
        .audit('document.handed_in', caseId, documentChanges(undefined, next))
        .step();
      return next;
    },
  );
};

/** Whether nothing more is to be waited for: it can be opened, or was refused. */
export const isScanFinished = ({ status }: Pick<DocumentRecord, 'status'>): boolean =>
  status !== 'uploading' && status !== 'checking';
