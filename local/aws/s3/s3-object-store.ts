import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readJson, writeDurably, writeJsonDurably } from '#local/aws/child-process.ts';

export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const StoredObject = z.object({
  key: z.string(),
  blob: z.string(),
  size: z.int(),
  etag: z.string(),
  modifiedAt: z.iso.datetime(),
  headers: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()).optional(),
});
export type StoredObject = z.output<typeof StoredObject>;

/**
 * Buckets as folders. An object's bytes go to a new file, then its record is replaced atomically, so that a crash
 * leaves the old or the new object. Records are also cached in memory for listing.
 */
export class ObjectStore {
  readonly #directory: string;
  readonly #buckets = new Map<string, Map<string, StoredObject>>();

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) this.#buckets.set(entry.name, this.#load(entry.name));
    }
  }

  createBucket(bucket: string): void {
    if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)) {
      throw new S3Error(400, 'InvalidBucketName', `"${bucket}" is not a bucket name`);
    }
    if (this.#buckets.has(bucket)) return;
    this.#buckets.set(bucket, this.#load(bucket));
  }

  put(bucket: string, key: string, bytes: Buffer, headers: StoredObject['headers']): StoredObject {
    this.#objects(bucket);
    if (key === '' || Buffer.byteLength(key) > 1024) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
    const stored: StoredObject = {
      key,
      blob: randomUUID(),
      size: bytes.length,
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      modifiedAt: new Date().toISOString(),
      headers,
    };
    writeDurably(this.#blobPath(bucket, stored.blob), bytes);
    return this.#replace(bucket, stored);
  }

  /** Turns a file into an object without copying it. */
  adopt(
    bucket: string,
    key: string,
    file: string,
    { etag, headers }: Pick<StoredObject, 'etag' | 'headers'>,
  ): StoredObject {
    const blob = randomUUID();
    const { size } = statSync(file);
    renameSync(file, this.#blobPath(bucket, blob));
    return this.#replace(bucket, {
      key,
      blob,
      size,
      etag,
      headers,
      modifiedAt: new Date().toISOString(),
    });
  }

  /** Tags one version (ETag) of an object; returns false if it is gone. */
  tag(bucket: string, key: string, etag: string, tags: Record<string, string>): boolean {
    const stored = this.find(bucket, key);
    if (stored?.etag !== etag) return false;
    const tagged = { ...stored, tags: { ...stored.tags, ...tags } };
    writeJsonDurably(this.#recordPath(bucket, key), tagged);
    this.#objects(bucket).set(key, tagged);
    return true;
  }

  #replace(bucket: string, stored: StoredObject): StoredObject {
    const objects = this.#objects(bucket);
    const replaced = objects.get(stored.key);
    writeJsonDurably(this.#recordPath(bucket, stored.key), stored);
    objects.set(stored.key, stored);
    if (replaced) rmSync(this.#blobPath(bucket, replaced.blob), { force: true });
    return stored;
  }

  find(bucket: string, key: string): StoredObject | undefined {
    return this.#objects(bucket).get(key);
  }

  get(bucket: string, key: string): StoredObject {
    const stored = this.find(bucket, key);
    if (!stored) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
    return stored;
  }

  fileOf(bucket: string, stored: StoredObject): string {
    return this.#blobPath(bucket, stored.blob);
  }

  folderOf(bucket: string): string {
    this.#objects(bucket);
    return join(this.#directory, bucket);
  }

  bytesOf(bucket: string, stored: StoredObject): Buffer {
    return readFileSync(this.#blobPath(bucket, stored.blob));
  }

  /** Deleting a missing object is no error, as in S3. */
  delete(bucket: string, key: string): void {
    const stored = this.find(bucket, key);
    if (!stored) return;
    rmSync(this.#recordPath(bucket, key), { force: true });
    rmSync(this.#blobPath(bucket, stored.blob), { force: true });
    this.#objects(bucket).delete(key);
  }

  /** Returns the bucket's objects ordered by the UTF-8 bytes of their keys. */
  list(bucket: string): StoredObject[] {
    return [...this.#objects(bucket).values()].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  #objects(bucket: string): Map<string, StoredObject> {
    const objects = this.#buckets.get(bucket);
    if (!objects) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    return objects;
  }

  #load(bucket: string): Map<string, StoredObject> {
    const directory = join(this.#directory, bucket);
    mkdirSync(join(directory, 'blobs'), { recursive: true, mode: 0o700 });
    const objects = new Map<string, StoredObject>();
    for (const file of readdirSync(directory)) {
      const stored = file.endsWith('.json') ? readJson(join(directory, file), StoredObject) : undefined;
      if (stored) objects.set(stored.key, stored);
    }
    // A crash between writing bytes and record leaves orphaned bytes.
    const blobs = new Set([...objects.values()].map(({ blob }) => blob));
    for (const blob of readdirSync(join(directory, 'blobs'))) {
      if (!blobs.has(blob)) rmSync(this.#blobPath(bucket, blob), { force: true });
    }
    return objects;
  }

  // A key can be any text, a file name cannot.
  #recordPath(bucket: string, key: string): string {
    return join(this.#directory, bucket, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  #blobPath(bucket: string, blob: string): string {
    return join(this.#directory, bucket, 'blobs', blob);
  }
}
