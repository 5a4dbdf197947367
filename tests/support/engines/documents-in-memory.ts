import { createHash } from 'node:crypto';
import { documentKey, documentPlaces } from '#domain/shared/operations/deployment.ts';
import type { DocumentBucket, DocumentLinks } from '#functions/platform/adapters/document-bucket.ts';

interface Kept {
  bytes: Uint8Array;
  type: string;
  etag: string;
}

const scanOf = (objectKey: string, etag: string, scanResultStatus: string) => ({
  s3ObjectDetails: { objectKey, eTag: etag.replaceAll('"', '') },
  scanResultDetails: { scanResultStatus },
});

export const documentsInMemory = () => {
  const files = new Map<string, Kept>();
  const keep = (key: string, bytes: Uint8Array, type = 'application/octet-stream'): Kept => {
    const stored = { bytes, type, etag: `"${createHash('md5').update(bytes).digest('hex')}"` };
    files.set(key, stored);
    return stored;
  };
  const bucket: DocumentBucket = {
    uploadForm: async (key, size) => ({
      url: 'https://documents.example/',
      fields: { key, 'content-length': String(size) },
    }),
    put: async (key, bytes, type) => void keep(key, bytes, type),
    sizeOf: async (key) => files.get(key)?.bytes.byteLength,
    async part(key, etag, part) {
      const stored = files.get(key);
      if (stored?.etag !== etag) return undefined;
      const { bytes } = stored;
      const size = bytes.byteLength;
      return { bytes: 'first' in part ? bytes.slice(0, part.first) : bytes.slice(Math.max(0, size - part.last)), size };
    },
    async copy(from, etag, to, type) {
      const stored = files.get(from);
      if (stored?.etag !== etag) return false;
      keep(to, stored.bytes, type);
      return true;
    },
    remove: async (key) => void files.delete(key),
    async read(key) {
      const stored = files.get(key);
      return stored && new Blob([new Uint8Array(stored.bytes)]).stream();
    },
    async upload(key, type, chunks) {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return keep(key, Buffer.concat(parts), type).bytes.byteLength;
    },
  };
  const links: DocumentLinks = async (organizationId, key, { name, type, disposition }) => {
    if (!key.split('/').includes(organizationId)) throw new Error('S3: another organization');
    return `https://documents.example/${key}?${new URLSearchParams({ name, type, disposition })}`;
  };
  return {
    bucket,
    links,
    files,
    /** Returns GuardDuty's events for every file in quarantine. */
    scanned: (status = 'NO_THREATS_FOUND') =>
      [...files].flatMap(([objectKey, { etag }]) =>
        objectKey.startsWith(documentPlaces.quarantine) ? [scanOf(objectKey, etag, status)] : [],
      ),
    handIn(organizationId: string, id: string, bytes: Uint8Array, status = 'NO_THREATS_FOUND') {
      const objectKey = documentKey('quarantine', organizationId, id);
      const { etag } = keep(objectKey, bytes);
      return scanOf(objectKey, etag, status);
    },
  };
};
