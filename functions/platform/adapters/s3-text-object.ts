import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { s3Client, shortly, statusOf } from './document-bucket.ts';

/** Small JSON texts in a bucket. Both methods throw when S3 refuses or does not answer; an unknown key is undefined. */
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
      // A bucket under Object Lock takes nothing without a checksum.
      const checked = { ChecksumAlgorithm: 'SHA256', ContentType: 'application/json' } as const;
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ...checked }), shortly);
    },
  };
};
export type SmallObjects = ReturnType<typeof smallObjects>;
