import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { documentsInMemory } from '#tests/support/engines/documents-in-memory.ts';
import { archiveOf, type Zipped } from './zip-archive.ts';
import { type ZipFile, zipOf } from './zip-files.ts';
import { sendInParts } from './zip-parts.ts';

const organization_id = '0197a4d2-0000-7000-8000-000000000001';
const document = (n: number, file_name = 'Permit.pdf', revision = 1): Zipped => ({
  id: `0197a4d2-0000-7000-8000-${String(n).padStart(12, '0')}`,
  organization_id,
  file_name,
  revision,
  created_at: '2026-03-01T10:00:00.000Z',
});

/** Names and sizes in the directory at the end of an archive. */
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

describe('the file of all documents', () => {
  it('fails alone where a file fails before anybody reads the archive', async () => {
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
    // An error that nobody heard would have been thrown by now.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(sendInParts(documentsInMemory().bucket, 'zip', 'application/zip', archive)).rejects.toThrow('gone');
  });

  it('holds each under a name of its own, versions too, and leaves out what is gone', async () => {
    const { bucket, files } = documentsInMemory();
    const records = [document(1), document(2), document(3, 'Giấy tờ.pdf'), document(4, 'Permit.pdf', 2), document(5)];
    for (const [n, { id }] of records.slice(0, 4).entries())
      await bucket.put(`clean/${organization_id}/${id}`, new Uint8Array(Buffer.from('x'.repeat(n + 1))));
    const size = await sendInParts(bucket, 'zip', 'application/zip', archiveOf(bucket, records));
    const whole = Buffer.from(files.get('zip')?.bytes ?? []);
    expect(whole).toHaveLength(size);
    expect(directoryOf(whole)).toEqual([
      ['Permit.pdf', 1],
      ['Permit (2).pdf', 2],
      ['Giấy tờ.pdf', 3],
      ['Permit (version 2).pdf', 4],
    ]);
  });

  it('is made with little in memory, however much it holds', async () => {
    const [files, fileBytes, chunkBytes] = [8, 10_000_000, 1_000_000];
    let [read, sent, most, parts] = [0, 0, 0, 0];
    const bucket = {
      read: async () => {
        let left = fileBytes;
        return new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              left -= chunkBytes;
              read += chunkBytes;
              most = Math.max(most, read - sent);
              controller.enqueue(new Uint8Array(chunkBytes));
              if (left === 0) controller.close();
            },
          },
          { highWaterMark: 0 },
        );
      },
      beginParts: async () => 'upload',
      sendPart: async (_key: string, _id: string, _number: number, body: Uint8Array) => {
        sent += body.byteLength;
        parts++;
        return '"mark"';
      },
      endParts: async () => {},
      dropParts: async () => {},
    };
    const records = Array.from({ length: files }, (_, n) => document(n + 1));
    const size = await sendInParts(bucket, 'zip', 'application/zip', archiveOf(bucket, records));
    expect([read, sent >= read, size === sent]).toEqual([files * fileBytes, true, true]);
    expect(parts).toBeGreaterThan(8);
    // A part that fills, and what streams hold between.
    expect(most).toBeLessThan(16_000_000);
  });

  it('is nothing when a file cannot be read: the parts that were sent are dropped', async () => {
    let dropped = 0;
    const broken = {
      read: async () => new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('reset')) }),
      beginParts: async () => 'upload',
      sendPart: async () => '"mark"',
      endParts: async () => {
        throw new Error('ended');
      },
      dropParts: async () => void dropped++,
    };
    const making = sendInParts(broken, 'zip', 'application/zip', archiveOf(broken, [document(1)]));
    await expect(making).rejects.toThrow('reset');
    expect(dropped).toBe(1);
  });
});
