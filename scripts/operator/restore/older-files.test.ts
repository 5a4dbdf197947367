import type { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { olderFiles } from './older-files.ts';

interface Version {
  Key: string;
  VersionId: string;
  IsLatest: boolean;
}

/** A bucket with these versions and markers, as S3 lists them by a prefix, and what was removed from it. */
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

describe('a file that was deleted', () => {
  it('is there again without the markers that say so, however often it was deleted', async () => {
    const DeleteMarkers = [version('marker-2', true), version('marker-1'), version('of-another', true, `${Key}-other`)];
    const { files, removed } = bucketWith({ Versions: [version('bytes')], DeleteMarkers });
    expect(await files.bringBack(Key, false)).toBe('back');
    expect(removed).toEqual([]);
    expect(await files.bringBack(Key, true)).toBe('back');
    expect(removed).toEqual(['marker-2', 'marker-1'].map((VersionId) => ({ Bucket: 'documents', Key, VersionId })));
  });

  it('is gone when its versions are, also where one whose key begins so is there', async () => {
    const { files, removed } = bucketWith({
      Versions: [version('bytes', true, `${Key}-other`)],
      DeleteMarkers: [version('marker', true)],
    });
    expect(await files.bringBack(Key, true)).toBe('gone');
    expect(removed).toEqual([]);
  });

  it('is left alone where it is there', async () => {
    const { files, removed } = bucketWith({ Versions: [version('newer', true), version('older')] });
    expect(await files.bringBack(Key, true)).toBe('there');
    expect(removed).toEqual([]);
  });
});
