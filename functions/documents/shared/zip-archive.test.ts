import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { documentsInMemory } from '#tests/support/engines/documents-in-memory.ts';
import { archiveOf, type ZipFile, type Zipped, zipOf } from './zip-archive.ts';

const organization_id = '0197a4d2-0000-7000-8000-000000000001';
const document = (n: number, file_name = 'Permit.pdf', revision = 1): Zipped => ({
  id: `0197a4d2-0000-7000-8000-${String(n).padStart(12, '0')}`,
  organization_id,
  file_name,
  revision,
  created_at: '2026-03-01T10:00:00.000Z',
});

const directoryOf = (bytes: Buffer): [string, number][] => {
  const found: [string, number][] = [];
  let at = bytes.readUInt32LE(bytes.length - 22 + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    found.push([bytes.toString('utf8', at + 46, at + 46 + name), bytes.readUInt32LE(at + 24)]);
    at += 46 + name + extra + comment;
  }
  return found;
};

describe('archiveOf', () => {
  it('fails without ending the process if a file fails before the archive is read', async () => {
    async function* files(): AsyncGenerator<ZipFile> {
      yield {
        ...{ name: 'Permit.pdf', date: new Date(0), isPacked: true },
        open: () =>
          new Readable({
            read: (): never => {
              throw new Error('gone');
            },
          }),
      };
    }
    const archive = zipOf(files());
    // An unhandled error would have been thrown by now.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(documentsInMemory().bucket.upload('zip', 'application/zip', archive)).rejects.toThrow('gone');
  });

  it('stores each version under a distinct name, and omits removed documents', async () => {
    const { bucket, files } = documentsInMemory();
    const records = [document(1), document(2), document(3, 'Giấy tờ.pdf'), document(4, 'Permit.pdf', 2), document(5)];
    for (const [n, { id }] of records.slice(0, 4).entries())
      await bucket.put(`clean/${organization_id}/${id}`, new Uint8Array(Buffer.from('x'.repeat(n + 1))));
    const size = await bucket.upload('zip', 'application/zip', archiveOf(bucket, records));
    const whole = Buffer.from(files.get('zip')?.bytes ?? []);
    expect(whole).toHaveLength(size);
    expect(directoryOf(whole)).toEqual([
      ['Permit.pdf', 1],
      ['Permit (2).pdf', 2],
      ['Giấy tờ.pdf', 3],
      ['Permit (version 2).pdf', 4],
    ]);
  });
});
