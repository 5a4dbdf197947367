import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';
import { distinctNames } from '#domain/documents/document.rules.ts';
import { documentKey } from '#domain/operations/document-places.ts';
import type { DocumentBucket } from '#functions/adapters/document-bucket.ts';
import type { DocumentRecord } from '#functions/records/document-record.ts';

/** What of a document an archive is made of. */
export type Zipped = Pick<DocumentRecord, 'id' | 'organization_id' | 'file_name' | 'revision' | 'created_at'>;

const nameOf = ({ file_name, revision }: Zipped): string => {
  if (revision === 1) return file_name;
  const at = file_name.lastIndexOf('.');
  const version = ` (version ${revision})`;
  return at > 0 ? file_name.slice(0, at) + version + file_name.slice(at) : file_name + version;
};

/** Puts one file after the other into the archive, as each is read; what is packed already is not packed again. */
const fill = async (
  archive: ZipStream,
  bucket: Pick<DocumentBucket, 'read'>,
  records: readonly Zipped[],
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

/** The archive of documents as a stream: a file is read when what came before it has been taken. */
export const archiveOf = (
  bucket: Pick<DocumentBucket, 'read'>,
  records: readonly Zipped[],
): AsyncIterable<Uint8Array> => {
  const archive = new ZipStream({ store: true });
  void fill(archive, bucket, records).catch((error: Error) => archive.destroy(error));
  return archive as unknown as AsyncIterable<Uint8Array>;
};
