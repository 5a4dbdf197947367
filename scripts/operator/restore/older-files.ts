import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';

export interface OlderFiles {
  /** Without `write` it only returns the result. */
  bringBack(key: string, write: boolean): Promise<'there' | 'back' | 'gone'>;
}

/**
 * Removes delete markers, of which repeated deletions leave several, until versions expire
 * (infra/constructs/documents-bucket.ts).
 */
export const olderFiles = (s3: S3Client, Bucket: string): OlderFiles => ({
  async bringBack(Key, write) {
    const request = new ListObjectVersionsCommand({ Bucket, Prefix: Key });
    const { Versions = [], DeleteMarkers = [] } = await s3.send(request);
    const versions = Versions.filter((version) => version.Key === Key);
    if (versions.length === 0) return 'gone';
    if (versions.some(({ IsLatest }) => IsLatest)) return 'there';
    if (write)
      for (const { VersionId } of DeleteMarkers.filter((deleteMarker) => deleteMarker.Key === Key))
        await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    return 'back';
  },
});
