import { scanTimeoutMinutes } from '#domain/documents/document.rules.ts';
import type { Document, DocumentList } from '#domain/documents/document.schema.ts';
import { documentMessages, pdfFlaws, rejectionMessages } from '#domain/documents/document-messages.ts';
import { typeOf } from '#domain/documents/document-type.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';

/** What people are told of how far a document is. */
const noteOf = ({ status, refused_for, checking_since, flaw, content_type }: DocumentRecord, now: Date): string => {
  if (status === 'ready' && content_type === 'image/heic') return documentMessages.noHeicPreview;
  if (status === 'ready') return flaw ? pdfFlaws[flaw] : '';
  if (status === 'refused') return rejectionMessages[refused_for ?? 'unreadable'];
  if (status === 'uploading') return documentMessages.uploading;
  const waited = now.getTime() - Date.parse(checking_since ?? now.toISOString());
  return waited > scanTimeoutMinutes * 60_000 ? documentMessages.heldLong : documentMessages.checking;
};

/** A document as it is answered. */
export const presentDocument = (record: DocumentRecord, now: Date): Document => ({
  id: record.id,
  version: record.version,
  case_id: record.case_id,
  file_name: record.file_name,
  description: record.description,
  kind: record.kind,
  state: record.status,
  note: noteOf(record, now),
  content_type: record.content_type,
  size: record.size,
  can_preview:
    record.status === 'ready' && !record.flaw && record.content_type !== null && !!typeOf(record.content_type).shown,
  series: record.series,
  revision: record.revision,
  is_made: record.made,
  created_at: record.created_at,
  updated_at: record.updated_at,
  added_by: record.added_by?.id ?? null,
  added_by_name: record.added_by?.name ?? (record.from_family ? 'The family' : 'Stillwater'),
});

/** Documents as a list answers them: those that stand, with what they take together. */
export const presentDocuments = (all: readonly DocumentRecord[], now: Date): DocumentList => {
  const standing = all.filter(({ deleted_at }) => deleted_at === null);
  return {
    count: standing.length,
    next: null,
    previous: null,
    total_bytes: standing.reduce((sum, { status, size }) => sum + (status === 'refused' ? 0 : size), 0),
    results: standing.map((record) => presentDocument(record, now)),
  };
};
