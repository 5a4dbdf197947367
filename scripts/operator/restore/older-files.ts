import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';

/** Files that were deleted and can still be had. */
export interface OlderFiles {
  /** Whether a file is there, comes back, or is gone for good. Without `write` it stays as it is. */
  bringBack(key: string, write: boolean): Promise<'there' | 'back' | 'gone'>;
}

/**
 * The files of a bucket that keeps versions: one that was deleted lies under a marker that says so, or under several
 * where it was deleted again, until it expires (infra/constructs/documents-bucket.ts). Without them it is there again.
 */
export const olderFiles = (s3: S3Client, Bucket: string): OlderFiles => ({
  async bringBack(Key, write) {
    const asked = new ListObjectVersionsCommand({ Bucket, Prefix: Key });
    const { Versions = [], DeleteMarkers = [] } = await s3.send(asked);
    const versions = Versions.filter((one) => one.Key === Key);
    if (versions.length === 0) return 'gone';
    if (versions.some(({ IsLatest }) => IsLatest)) return 'there';
    if (write)
      for (const { VersionId } of DeleteMarkers.filter((one) => one.Key === Key))
        await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    return 'back';
  },
});
