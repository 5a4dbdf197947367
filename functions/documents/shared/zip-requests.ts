import type { DocumentZip } from '#domain/documents/document.schema.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import type { DocumentRecord, DocumentZipRecord } from '#functions/documents/repository/documents.ts';
import type { DocumentLinks } from '#functions/platform/adapters/document-bucket.ts';

/** Equals the lifetime of archives in S3. */
const retentionSeconds = 24 * 3600;

/** Returns whether a document belongs into a ZIP file of its case: no file that leaves the house has an identification photo. */
export const isInZip = ({
  kind,
  status,
  deleted_at,
}: Pick<DocumentRecord, 'kind' | 'status' | 'deleted_at'>): boolean =>
  status === 'ready' && deleted_at === null && kind !== 'identification_photo';

export const newZip = (of: Omit<DocumentZipRecord, 'state' | 'size' | 'expires_at'>, now: Date): DocumentZipRecord => ({
  ...of,
  state: 'making',
  size: 0,
  expires_at: Math.floor(now.getTime() / 1000) + retentionSeconds,
});

/** Returns an archive's state, with a link for five minutes when it is ready. */
export const linkedZip = async (
  { id, organization_id, case_id, case_number, state, count, size, file_name }: DocumentZipRecord,
  { links, now }: { links: DocumentLinks; now: Date },
): Promise<DocumentZip> => {
  const name = file_name ?? `${case_number} documents.zip`;
  const key = documentKey('zips', organization_id, id);
  const linked = { name, type: 'application/zip', disposition: 'attachment' } as const;
  const download_url = state === 'ready' ? await links(organization_id, key, linked, now) : null;
  return { id, case_id, state, count, size, download_url };
};
