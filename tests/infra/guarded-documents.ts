import { mkdtempSync, rmSync } from 'node:fs';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scannedClean, scanTag } from '#domain/shared/operations/deployment.ts';
import { startS3 } from '#local/aws/s3/s3.ts';
import type { RequestContext } from './roles.ts';

export const documentsBucket = 'stillwater-documents';

interface Need extends RequestContext {
  action: string;
  resource: string;
}

export const documentNeeds = (
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { bucket, key: dataKey, has }: { bucket: string; key: string; has: (key: string) => boolean },
): Need[] => {
  const { pathname, searchParams } = new URL(url, 'http://aws');
  const key = pathname.slice(documentsBucket.length + 2);
  const file = (name: string) => `${bucket}/${name}`;
  const [opened, sealed] = [
    { action: 'kms:Decrypt', resource: dataKey },
    { action: 'kms:GenerateDataKey', resource: dataKey },
  ];
  const source = headers['x-amz-copy-source'];
  if (method === 'GET' && !key)
    return [{ action: 's3:ListBucket', resource: bucket, listed: searchParams.get('prefix') ?? '' }];
  const reading = (name: string): Need[] => [
    { action: 's3:GetObject', resource: file(name) },
    // Without the right to list, a missing file is forbidden.
    has(name) ? opened : { action: 's3:ListBucket', resource: bucket },
  ];
  if (method === 'GET') return reading(key);
  if (method === 'DELETE')
    return [
      { action: searchParams.has('uploadId') ? 's3:AbortMultipartUpload' : 's3:DeleteObject', resource: file(key) },
    ];
  return [
    { action: 's3:PutObject', resource: file(key) },
    sealed,
    ...(source ? reading(String(source).slice(documentsBucket.length + 2)) : []),
  ];
};

/** The S3 emulator behind the permission check. */
export const startGuardedDocuments = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-guarded-'));
  const storage = await startS3({
    ...{ port: 0, dataDir, buckets: [documentsBucket], corsOrigins: [] },
    ...{ accessKeyId: 'local', secretAccessKey: 'local' },
    guarded: { bucket: documentsBucket, prefix: 'quarantine/' },
  });
  return {
    has: (key: string): boolean => storage.objects(documentsBucket).some((one) => one.key === key),
    pass: (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
      const { method, url: path, headers } = request;
      ask(storage.url, { method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }).end(body);
    },
    /** Uploads a file by its form, as a browser does, and returns GuardDuty's event. */
    async handIn({ url, fields }: { url: string; fields: Record<string, string> }, bytes: Uint8Array) {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([new Uint8Array(bytes)]));
      const sent = await fetch(`${storage.url}${new URL(url).pathname}`, { method: 'POST', body: form });
      if (!sent.ok) throw new Error(await sent.text());
      return this.scanned(fields.key ?? '');
    },
    scanned(objectKey: string) {
      const eTag = storage.objects(documentsBucket).find(({ key }) => key === objectKey)?.etag ?? '';
      storage.tag(documentsBucket, objectKey, eTag, { [scanTag]: scannedClean });
      return {
        source: 'aws.guardduty',
        'detail-type': 'GuardDuty Malware Protection Object Scan Result',
        detail: {
          s3ObjectDetails: { objectKey, eTag: eTag.replaceAll('"', '') },
          scanResultDetails: { scanResultStatus: scannedClean },
        },
      };
    },
    async close() {
      await storage.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
export type GuardedDocuments = Awaited<ReturnType<typeof startGuardedDocuments>>;
