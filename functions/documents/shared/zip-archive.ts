import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';
import { distinctNames } from '#domain/documents/document.rules.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import type { DocumentRecord } from '#functions/documents/repository/documents.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';

export interface ZipFile {
  name: string;
  date: Date;
  /** Opened when it is read, because a stream that fails before it has a listener would end the process. */
  open: () => Readable;
  /** Most documents are compressed already, and are not compressed again. */
  isPacked: boolean;
}

const fill = async (archive: ZipStream, files: AsyncIterable<ZipFile>): Promise<void> => {
  for await (const { open, name, date, isPacked } of files) {
    await new Promise<void>((resolve, reject) => {
      const content = open();
      content.on('error', reject);
      archive.entry(content, { name, date, store: isPacked }, (error) => (error ? reject(error) : resolve()));
    });
  }
  archive.finish();
};

/** Returns an archive as a stream, of which only the current part is in memory. */
export const zipOf = (files: AsyncIterable<ZipFile>): AsyncIterable<Uint8Array> => {
  const archive = new ZipStream();
  // An error before the first read would end the process; the reader receives it again.
  archive.on('error', () => undefined);
  void fill(archive, files).catch((error: Error) => archive.destroy(error));
  return archive as unknown as AsyncIterable<Uint8Array>;
};

export type Zipped = Pick<DocumentRecord, 'id' | 'organization_id' | 'file_name' | 'revision' | 'created_at'>;

/** Returns the name of a document among its versions. */
export const nameInZip = ({ file_name, revision }: Pick<Zipped, 'file_name' | 'revision'>): string => {
  if (revision === 1) return file_name;
  const at = file_name.lastIndexOf('.');
  const version = ` (version ${revision})`;
  return at > 0 ? file_name.slice(0, at) + version + file_name.slice(at) : file_name + version;
};

/** Returns a function that opens a clean document; undefined if it was removed. */
export const contentOf = async (
  bucket: Pick<DocumentBucket, 'read'>,
  { organization_id, id }: Pick<Zipped, 'organization_id' | 'id'>,
): Promise<(() => Readable) | undefined> => {
  const content = await bucket.read(documentKey('clean', organization_id, id));
  return content && (() => Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]));
};

async function* filesOf(bucket: Pick<DocumentBucket, 'read'>, records: readonly Zipped[]): AsyncGenerator<ZipFile> {
  const names = distinctNames(records.map(nameInZip));
  for (const [at, record] of records.entries()) {
    const open = await contentOf(bucket, record);
    if (!open) continue;
    yield { open, name: names[at] ?? record.file_name, date: new Date(record.created_at), isPacked: true };
  }
}

/** Returns the archive of documents as a stream, which reads them one after another. */
export const archiveOf = (
  bucket: Pick<DocumentBucket, 'read'>,
  records: readonly Zipped[],
): AsyncIterable<Uint8Array> => zipOf(filesOf(bucket, records));
