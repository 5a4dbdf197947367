import {
  deletedDays,
  generationTimeoutMinutes,
  scanTimeoutMinutes,
  uploadHours,
} from '#domain/documents/document.rules.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import type { Change } from '#functions/platform/store/audit/audit.ts';

const after = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

/** When something is to be done about a document of this state that stands as it is from now on; null for never. */
export const nextActionAt = ({ status, deleted_at }: Pick<DocumentRecord, 'status' | 'deleted_at'>, now: Date) => {
  if (deleted_at !== null || status === 'refused') return after(now, deletedDays * 24 * 60);
  if (status === 'uploading') return after(now, uploadHours * 60);
  return status === 'checking' ? after(now, scanTimeoutMinutes) : null;
};

/** The record a moment later, with what is due then. */
export const withStatus = (record: DocumentRecord, to: Partial<DocumentRecord>, now: Date): DocumentRecord => {
  const next = { ...record, ...to, updated_at: now.toISOString() };
  return { ...next, due_at: nextActionAt(next, now) };
};

/**
 * Whether the product itself may be putting its file this moment, straight to where it is served from: of such a one alone
 * the type is known before its file is there.
 */
export const isGenerating = ({ status, content_type }: Pick<DocumentRecord, 'status' | 'content_type'>): boolean =>
  status === 'uploading' && content_type !== null;

/** One that is still being made while it is to go: it stays known until nobody can be putting its file any more. */
export const scheduleDeletion = (record: DocumentRecord, now: Date): DocumentRecord => ({
  ...record,
  due_at: after(now, generationTimeoutMinutes),
});

const shown = ['file_name', 'description', 'kind'] as const;

/** For the trail of the case: what is different, and always which document it is about. */
export const documentChanges = (
  before: Partial<DocumentRecord> | undefined,
  next: DocumentRecord,
  further: readonly Change[] = [],
): Change[] => [
  ...shown.flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, next[field] || null];
    return field === 'file_name' || (from || null) !== to ? [{ field: `documents.${field}`, from, to }] : [];
  }),
  ...further,
];
