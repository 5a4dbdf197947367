import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';
import { distinctNames } from '#domain/documents/document.rules.ts';
import { documentKey } from '#domain/operations/document-places.ts';
import type { DocumentBucket } from '#functions/adapters/document-bucket.ts';
import type { Delivery } from '#functions/kernel/worker.ts';
import type { DocumentRecord } from '#functions/records/document-record.ts';
import { documentsOf } from '#functions/records/documents.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import type { Table } from '#functions/store/table.ts';
import { sendInParts } from './zip-parts.ts';

export interface ZipDependencies {
  table: Table;
  bucket: Pick<DocumentBucket, 'read' | 'beginParts' | 'sendPart' | 'endParts' | 'dropParts'>;
}

const nameOf = ({ file_name, revision }: DocumentRecord): string => {
  if (revision === 1) return file_name;
  const at = file_name.lastIndexOf('.');
  const version = ` (version ${revision})`;
  return at > 0 ? file_name.slice(0, at) + version + file_name.slice(at) : file_name + version;
};

/** Puts one file after the other into the archive, as each is read; what is packed already is not packed again. */
const fill = async (
  archive: ZipStream,
  bucket: ZipDependencies['bucket'],
  records: readonly DocumentRecord[],
): Promise<void> => {
  const names = distinctNames(records.map(nameOf));
  for (const [at, record] of records.entries()) {
    const content = await bucket.read(documentKey('clean', record.organization_id, record.id));
    // Deleted for good meanwhile.
    if (!content) continue;
    const entry = { name: names[at] ?? record.file_name, date: new Date(record.created_at), store: true };
    await new Promise<void>((resolve, reject) => {
      const source = Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]);
      source.once('error', reject);
      archive.entry(source, entry, (error) => (error ? reject(error) : resolve()));
    });
  }
  archive.finish();
};

/**
 * Makes the file of all documents of a case, as a stream from S3 to S3. Done again after a death it is made anew under the
 * same key; one that was ended before is left alone.
 */
export const onZipRequested =
  ({ table, bucket }: ZipDependencies) =>
  async ({ envelope }: Delivery<'document.zip-requested'>): Promise<void> => {
    const { organization_id: organizationId, payload } = envelope;
    const documents = documentsOf(table, organizationId);
    const zip = await documents.requireZip(payload.zip_id);
    if (zip.state !== 'making') return;
    const records = (await documents.ofCase(zip.case_id)).filter(
      ({ status, deleted_at }) => status === 'ready' && deleted_at === null,
    );
    const archive = new ZipStream({ store: true, forceZip64: false });
    const key = documentKey('zips', organizationId, zip.id);
    const filled = fill(archive, bucket, records).catch((error: Error) => void archive.destroy(error));
    const size = await sendInParts(bucket, key, 'application/zip', archive);
    await filled;
    const ended = { ...zip, state: 'ready' as const, count: records.length, size };
    await table.transact([documents.endZip(ended)]).catch((error: unknown) => {
      if (!(error instanceof WriteConflict)) throw error;
    });
  };
