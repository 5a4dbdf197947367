import { Readable } from 'node:stream';
import { GenerateMacCommand, type KMSClient, VerifyMacCommand } from '@aws-sdk/client-kms';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';
import { linkSeconds, quarantined } from '#domain/shared/operations/deployment.ts';
import type { AuditProof, AuditSigner } from '#functions/platform/store/audit/audit-proof.ts';
import { cachedPerOrganization } from './organization-sessions.ts';

/** Content type of every upload; the scan determines the real type later. */
const anyType = 'application/octet-stream';
/** S3 requires parts of at least 5 MB. */
const partBytes = 8 * 1024 * 1024;
/** In milliseconds; three attempts without a file fit into a function's time limit. */
const shortly = { requestTimeout: 2_000 };

/** Sends checksums only where S3 requires them, because browser uploads have none. */
const s3Client = (config: S3ClientConfig = {}): S3Client =>
  new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 120_000,
      socketTimeout: 120_000,
      throwOnRequestTimeout: true,
    },
    ...config,
  });

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const unavailable = (error: unknown): AppError => {
  const reason = ['s3:', statusOf(error), (error as Error).name].filter(Boolean).join(' ');
  return new AppError('unavailable', { reason, retryAfterSeconds: 2 });
};

/** Returns the response of S3, or undefined for these statuses; throws 503 for any other failure. */
const unless = async <T>(statuses: readonly number[], request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request;
  } catch (error) {
    if (statuses.includes(statusOf(error) ?? 0)) return undefined;
    throw unavailable(error);
  }
};
const required = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw unavailable(error);
  });

/** The first or the last bytes of a file. */
type Part = { first: number } | { last: number };

/** Returns a Content-Disposition header with a file name for old and new clients (RFC 6266). */
export const dispositionOf = (name: string, kind: 'attachment' | 'inline'): string => {
  const plain = name.replace(/[^\x20-\x7E]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

/** Creates the document bucket; its failures are thrown as 503. */
export const documentBucket = (Bucket: string) => {
  const client = s3Client();
  return {
    /** Form with which a browser uploads exactly this many bytes within five minutes. */
    uploadForm: (Key: string, size: number): Promise<{ url: string; fields: Record<string, string> }> =>
      createPresignedPost(client, {
        Bucket,
        Key,
        Fields: { 'Content-Type': anyType, success_action_status: '204' },
        Conditions: [['content-length-range', size, size]],
        Expires: linkSeconds,
      }),
    async put(Key: string, Body: Uint8Array, ContentType: string = anyType): Promise<void> {
      // A second put would remove the scan tag, and the first scan's result could not be applied.
      const once = quarantined(Key) && { IfNoneMatch: '*' };
      await unless([412], client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ...once })));
    },
    /** Reads the size from a listing, because S3 returns nothing else about a file before it is scanned. */
    async sizeOf(key: string): Promise<number | undefined> {
      const command = new ListObjectsV2Command({ Bucket, Prefix: key, MaxKeys: 1 });
      const { Contents = [] } = await required(client.send(command, shortly));
      return Contents.find(({ Key }) => Key === key)?.Size;
    },
    /** Undefined if this version (ETag) was deleted or replaced. */
    async part(Key: string, etag: string, part: Part): Promise<{ bytes: Uint8Array; size: number } | undefined> {
      const Range = 'first' in part ? `bytes=0-${part.first - 1}` : `bytes=-${part.last}`;
      try {
        const { Body, ContentRange } = await client.send(new GetObjectCommand({ Bucket, Key, Range, IfMatch: etag }));
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
        return { bytes, size: Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1]) };
      } catch (error) {
        if ([404, 412].includes(statusOf(error) ?? 0)) return undefined;
        // An empty file has no byte range.
        if (statusOf(error) === 416) return { bytes: new Uint8Array(), size: 0 };
        throw unavailable(error);
      }
    },
    /** Copies one version (ETag) with its detected type. Returns false if it is gone. */
    async copy(from: string, etag: string, Key: string, ContentType: string): Promise<boolean> {
      const command = new CopyObjectCommand({
        Bucket,
        Key,
        ContentType,
        CopySource: `/${Bucket}/${from}`,
        CopySourceIfMatch: etag,
        MetadataDirective: 'REPLACE',
        // The scan tag stays on the scanned file.
        TaggingDirective: 'REPLACE',
      });
      return (await unless([404, 412], client.send(command))) !== undefined;
    },
    async remove(Key: string): Promise<void> {
      await required(client.send(new DeleteObjectCommand({ Bucket, Key }), shortly));
    },
    /** Undefined if the file does not exist. */
    async read(Key: string): Promise<ReadableStream<Uint8Array> | undefined> {
      const answer = await unless([404], client.send(new GetObjectCommand({ Bucket, Key })));
      return answer?.Body?.transformToWebStream();
    },
    /** Uploads a stream with at most two parts in memory; a failed upload is aborted, so that the key stays empty. */
    async upload(Key: string, ContentType: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
      let bytes = 0;
      async function* counted() {
        for await (const chunk of chunks) {
          bytes += chunk.byteLength;
          yield chunk;
        }
      }
      const params = { Bucket, Key, ContentType, Body: Readable.from(counted(), { objectMode: false }) };
      await new Upload({ client, params, partSize: partBytes, queueSize: 1 }).done();
      return bytes;
    },
  };
};
export type DocumentBucket = ReturnType<typeof documentBucket>;

interface Linked {
  name: string;
  type: string;
  disposition: 'attachment' | 'inline';
}
/** Creates a link to a file with credentials of its organization (S-02, S-17). */
export type DocumentLinks = (organizationId: string, key: string, linked: Linked, now: Date) => Promise<string>;

/** Creates links with the organization's session, so that S3 rejects a key of another organization. */
export const documentLinks = (
  Bucket: string,
  sessions: (organizationId: string) => NonNullable<S3ClientConfig['credentials']>,
): DocumentLinks => {
  const clientOf = cachedPerOrganization((organizationId) => s3Client({ credentials: sessions(organizationId) }));
  return (organizationId, Key, { name, type, disposition }, now) => {
    const command = new GetObjectCommand({
      Bucket,
      Key,
      ResponseContentType: type,
      ResponseContentDisposition: dispositionOf(name, disposition),
      ResponseCacheControl: 'private, no-store',
    });
    return getSignedUrl(clientOf(organizationId), command, { expiresIn: linkSeconds, signingDate: now });
  };
};

/** Creates a store of small JSON texts in a bucket; an unknown key is undefined. */
export const smallObjects = (Bucket: string) => {
  const client = s3Client();
  return {
    async read(Key: string): Promise<string | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), shortly);
        return await Body?.transformToString();
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },
    async write(Key: string, Body: string): Promise<void> {
      // A bucket with Object Lock requires a checksum.
      const checked = { ChecksumAlgorithm: 'SHA256', ContentType: 'application/json' } as const;
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ...checked }), shortly);
    },
  };
};
type SmallObjects = ReturnType<typeof smallObjects>;

const MacAlgorithm = 'HMAC_SHA_256';

interface Signing {
  kms: KMSClient;
  keyId: string;
  /** Objects cannot be deleted during their retention period. */
  witness: SmallObjects;
}

const Witnessed = z.object({ sequence: z.number(), digest: z.string() });

const objectOf = (organizationId: string): string => `${organizationId}.json`;

/** Creates a reader of audit signatures and witnesses. */
export const awsAuditProof = ({ kms, keyId, witness }: Signing): AuditProof => ({
  async isSigned(statement, signature) {
    const Mac = Buffer.from(signature, 'base64');
    if (Mac.byteLength === 0) return false;
    try {
      const command = new VerifyMacCommand({ KeyId: keyId, MacAlgorithm, Message: Buffer.from(statement), Mac });
      return (await kms.send(command)).MacValid === true;
    } catch (error) {
      if ((error as Error).name === 'KMSInvalidMacException') return false;
      throw error;
    }
  },
  async witnessed(organizationId) {
    const text = await witness.read(objectOf(organizationId));
    return text === undefined ? undefined : Witnessed.parse(JSON.parse(text));
  },
});

/** Creates a signer whose key never leaves KMS, with witnesses in a versioned bucket. */
export const awsAuditSigner = (signing: Signing): AuditSigner => ({
  ...awsAuditProof(signing),
  async sign(statement) {
    const { kms, keyId } = signing;
    const command = new GenerateMacCommand({ KeyId: keyId, MacAlgorithm, Message: Buffer.from(statement) });
    const { Mac } = await kms.send(command);
    if (!Mac) throw new Error('KMS answered no MAC');
    return Buffer.from(Mac).toString('base64');
  },
  async testify(organizationId, last) {
    await signing.witness.write(objectOf(organizationId), JSON.stringify(last));
  },
});
