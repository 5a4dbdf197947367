import type { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { olderFiles } from './older-files.ts';

interface Version {
  Key: string;
  VersionId: string;
  IsLatest: boolean;
}

/** A bucket with these versions and markers, as S3 lists them by a prefix, and the removed ones. */
const bucketWith = ({ Versions = [], DeleteMarkers = [] }: { Versions?: Version[]; DeleteMarkers?: Version[] }) => {
  const removed: object[] = [];
  const send = async ({ constructor: { name }, input }: { constructor: { name: string }; input: object }) => {
    if (name === 'ListObjectVersionsCommand') return { Versions, DeleteMarkers };
    if (name !== 'DeleteObjectCommand') throw new Error(`${name} is not asked for`);
    removed.push(input);
    return {};
  };
  return { removed, files: olderFiles({ send } as unknown as S3Client, 'documents') };
};
const Key = 'clean/org/id';
const version = (VersionId: string, IsLatest = false, of = Key): Version => ({ Key: of, VersionId, IsLatest });

describe('olderFiles', () => {
  it('restores a deleted file by removing all its delete markers', async () => {
    const DeleteMarkers = [version('marker-2', true), version('marker-1'), version('of-another', true, `${Key}-other`)];
    const { files, removed } = bucketWith({ Versions: [version('bytes')], DeleteMarkers });
    expect(await files.bringBack(Key, false)).toBe('back');
    expect(removed).toEqual([]);
    expect(await files.bringBack(Key, true)).toBe('back');
    expect(removed).toEqual(['marker-2', 'marker-1'].map((VersionId) => ({ Bucket: 'documents', Key, VersionId })));
  });

  it('reports a file without versions as gone, despite a longer key', async () => {
    const { files, removed } = bucketWith({
      Versions: [version('bytes', true, `${Key}-other`)],
      DeleteMarkers: [version('marker', true)],
    });
    expect(await files.bringBack(Key, true)).toBe('gone');
    expect(removed).toEqual([]);
  });

  it('leaves an existing file unchanged', async () => {
    const { files, removed } = bucketWith({ Versions: [version('newer', true), version('older')] });
    expect(await files.bringBack(Key, true)).toBe('there');
    expect(removed).toEqual([]);
  });
});
