import type { DocumentBucket } from '#functions/adapters/document-bucket.ts';

/** S3 takes parts of 5 MB and more. */
const partBytes = 8 * 1024 * 1024;

/**
 * Sends what comes to one key, in parts as they fill: of the whole, no more than a part and what is under way is ever in
 * memory. Answers how many bytes that were. When anything fails the parts are dropped, and nothing is there.
 */
export const sendInParts = async (
  bucket: Pick<DocumentBucket, 'beginParts' | 'sendPart' | 'endParts' | 'dropParts'>,
  key: string,
  type: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> => {
  const uploadId = await bucket.beginParts(key, type);
  const marks: string[] = [];
  let filling: Uint8Array[] = [];
  let filled = 0;
  let bytes = 0;
  const send = async (): Promise<void> => {
    const part = new Uint8Array(Buffer.concat(filling));
    [filling, filled] = [[], 0];
    marks.push(await bucket.sendPart(key, uploadId, marks.length + 1, part));
  };
  try {
    for await (const chunk of chunks) {
      filling.push(chunk);
      filled += chunk.byteLength;
      bytes += chunk.byteLength;
      if (filled >= partBytes) await send();
    }
    if (filled > 0) await send();
    await bucket.endParts(key, uploadId, marks);
    return bytes;
  } catch (error) {
    await bucket.dropParts(key, uploadId).catch(() => {});
    throw error;
  }
};
