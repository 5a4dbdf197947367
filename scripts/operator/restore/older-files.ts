import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';

export interface OlderFiles {
  /** Restores a file, if `write` is set, and returns whether it exists, was restored, or is gone for good. */
  bringBack(key: string, write: boolean): Promise<'there' | 'back' | 'gone'>;
}

/**
 * Restores files of a versioned bucket by removing their delete markers, of which repeated deletions leave several,
 * until the versions expire (infra/constructs/documents-bucket.ts).
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
