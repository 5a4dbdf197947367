import type { DocumentZipRecord } from '#functions/documents/repository/document-record.ts';

/** As long as S3 keeps such a file. */
const keptSeconds = 24 * 3600;

/** A file of several documents that is to be made. */
export const newZip = (of: Omit<DocumentZipRecord, 'state' | 'size' | 'expires_at'>, now: Date): DocumentZipRecord => ({
  ...of,
  ...{ state: 'making', size: 0 },
  expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
});
