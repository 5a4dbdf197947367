import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeDurably, writeJsonDurably } from '#local/aws/durable-file.ts';
import { S3Error } from './s3-fault.ts';
import type { ObjectStore, StoredObject } from './s3-object-store.ts';

interface Begun {
  key: string;
  headers: Record<string, string>;
}

/** S3 takes smaller ones only as the last. */
const LEAST_PART_BYTES = 5 * 1024 * 1024;

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();

/** Uploads in parts: each part is a file, and the object is made of them as a stream when the last is there. */
export class MultipartUploads {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  begin(bucket: string, key: string, headers: Record<string, string>): string {
    const id = randomUUID();
    mkdirSync(this.#folder(bucket, id), { recursive: true, mode: 0o700 });
    writeJsonDurably(join(this.#folder(bucket, id), 'upload.json'), { key, headers } satisfies Begun);
    return id;
  }

  /** Answers the part's ETag. */
  part(bucket: string, id: string, number: number, bytes: Buffer): string {
    this.#begun(bucket, id);
    if (!(number >= 1 && number <= 10_000)) throw new S3Error(400, 'InvalidArgument', 'Part number must be 1 to 10000');
    writeDurably(this.#part(bucket, id, number), bytes);
    return `"${md5(bytes).toString('hex')}"`;
  }

  async complete(bucket: string, id: string, numbers: readonly number[]): Promise<StoredObject> {
    const { key, headers } = this.#begun(bucket, id);
    const parts = numbers.map((number) => this.#part(bucket, id, number));
    if (parts.length === 0 || parts.some((part) => !existsSync(part)))
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
    if (parts.slice(0, -1).some((part) => statSync(part).size < LEAST_PART_BYTES))
      throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.');
    const whole = join(this.#folder(bucket, id), 'whole');
    const marks: Buffer[] = [];
    rmSync(whole, { force: true });
    for (const part of parts) {
      const hash = createHash('md5');
      const source = createReadStream(part);
      source.on('data', (chunk) => hash.update(chunk));
      await pipeline(source, createWriteStream(whole, { flags: 'a', mode: 0o600 }));
      marks.push(hash.digest());
    }
    const etag = `"${md5(Buffer.concat(marks)).toString('hex')}-${parts.length}"`;
    const stored = this.#store.adopt(bucket, key, whole, { etag, headers });
    this.abort(bucket, id);
    return stored;
  }

  abort(bucket: string, id: string): void {
    rmSync(this.#folder(bucket, id), { recursive: true, force: true });
  }

  #begun(bucket: string, id: string): Begun {
    const file = join(this.#folder(bucket, id), 'upload.json');
    if (!/^[0-9a-f-]{36}$/.test(id) || !existsSync(file))
      throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.');
    return JSON.parse(readFileSync(file, 'utf8')) as Begun;
  }

  #folder(bucket: string, id: string): string {
    return join(this.#store.folderOf(bucket), 'uploads', id);
  }

  #part(bucket: string, id: string, number: number): string {
    return join(this.#folder(bucket, id), `part-${number}`);
  }
}
