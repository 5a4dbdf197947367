import { extractText } from 'unpdf';
import { expect } from 'vitest';
import type { Result } from '#tests/support/harness.ts';

export const readPaper = async ({ status, headers, text }: Result): Promise<string> => {
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const read = await extractText(new Uint8Array(Buffer.from(text, 'base64')), { mergePages: true });
  return read.text.replace(/\s+/g, ' ');
};

export const paperName = ({ headers }: Result): string =>
  /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? '';
