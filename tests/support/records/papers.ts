import { extractText } from 'unpdf';
import { expect } from 'vitest';
import type { Result } from '#tests/support/harness.ts';

/** What a reader reads of an answer that is a PDF. */
export const readPaper = async ({ status, headers, text }: Result): Promise<string> => {
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const read = await extractText(new Uint8Array(Buffer.from(text, 'base64')), { mergePages: true });
  return read.text.replace(/\s+/g, ' ');
};

/** The name under which an answer is kept as a file. */
export const paperName = ({ headers }: Result): string =>
  /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? '';
