import type { Readable } from 'node:stream';
import ZipStream from 'zip-stream';

/** A file of an archive; it is read when what came before it has been taken. */
export interface ZipFile {
  name: string;
  date: Date;
  /** Opened when its turn has come: a stream that fails before anybody listens would take the process with it. */
  open: () => Readable;
  /** It is packed already, as most documents are: it is not packed again. */
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

/** An archive of files as a stream: of the whole, nothing is in memory but what is under way. */
export const zipOf = (files: AsyncIterable<ZipFile>): AsyncIterable<Uint8Array> => {
  const archive = new ZipStream();
  // Whoever reads the archive is told when it reads; an error that nobody hears before that would end the process.
  archive.on('error', () => undefined);
  void fill(archive, files).catch((error: Error) => archive.destroy(error));
  return archive as unknown as AsyncIterable<Uint8Array>;
};
