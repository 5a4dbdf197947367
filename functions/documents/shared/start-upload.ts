import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import {
  deletedDays,
  generationTimeoutMinutes,
  maxBytes,
  maxDocuments,
  nameForType,
  safeName,
  scanTimeoutMinutes,
  uploadHours,
} from '#domain/documents/document.rules.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import type { DocumentKind, DocumentType } from '#domain/documents/document-type.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { AppError, isNotFound, notFound } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { type Cases, caseHeaders } from '#functions/cases/repository/cases.ts';
import {
  createDocumentRepository,
  type DocumentRecord,
  type Documents,
  documents,
} from '#functions/documents/repository/documents.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { documentIntake } from '#functions/platform/api/dependencies.ts';
import type { Change, Trace } from '#functions/platform/store/audit/audit-log.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';

const after = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

/** Returns when the sweeper acts on a document in this state; null for never. */
export const nextActionAt = ({ status, deleted_at }: Pick<DocumentRecord, 'status' | 'deleted_at'>, now: Date) => {
  if (deleted_at !== null || status === 'refused') return after(now, deletedDays * 24 * 60);
  if (status === 'uploading') return after(now, uploadHours * 60);
  return status === 'checking' ? after(now, scanTimeoutMinutes) : null;
};

export const withStatus = (record: DocumentRecord, to: Partial<DocumentRecord>, now: Date): DocumentRecord => {
  const next = { ...record, ...to, updated_at: now.toISOString() };
  return { ...next, due_at: nextActionAt(next, now) };
};

/** Returns true if a worker may be writing its file; only then is the type known before the file exists. */
export const isGenerating = ({ status, content_type }: Pick<DocumentRecord, 'status' | 'content_type'>): boolean =>
  status === 'uploading' && content_type !== null;

/** Keeps a document that is being generated until no worker can be writing its file. */
export const scheduleDeletion = (record: DocumentRecord, now: Date): DocumentRecord => ({
  ...record,
  due_at: after(now, generationTimeoutMinutes),
});

const shownFields = ['file_name', 'description', 'kind'] as const;

export const documentChanges = (
  before: Partial<DocumentRecord> | undefined,
  next: DocumentRecord,
  further: readonly Change[] = [],
): Change[] => [
  ...shownFields.flatMap((field) => {
    const [from, to] = [before?.[field] ?? null, next[field] || null];
    return field === 'file_name' || (from || null) !== to ? [{ field: `documents.${field}`, from, to }] : [];
  }),
  ...further,
];

export interface MakerDependencies {
  table: Table;
  /** Needs the grant `documents:make`. */
  bucket: Pick<DocumentBucket, 'put'>;
  keyWrapper: KeyWrapper;
}

interface GeneratedDocument {
  organizationId: string;
  caseId: string;
  /** Documents of one series are versions of each other, such as `receipt WA-R-2026-0007`. */
  series: string;
  /** Identifies the content, such as a digest of its sources; the same key gives the same document. */
  key: string;
  name: string;
  type: DocumentType;
  kind: DocumentKind;
  description?: string;
  bytes: Uint8Array<ArrayBuffer>;
  trace: Trace;
}

/** Returns the same UUID for the same words. */
export const idOf = (...words: readonly string[]): string => {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

type Series = Pick<GeneratedDocument, 'organizationId' | 'caseId' | 'series'>;
export const generatedSeriesId = ({ organizationId, caseId, series }: Series): string =>
  idOf(organizationId, caseId, series);

/** Returns the id of a generated document: the same for the same series and key of a case. */
export const madeDocumentId = ({ organizationId, caseId, series, key }: Series & { key: string }): string =>
  idOf(organizationId, caseId, series, key);

/** A record before its file. */
const announcedState = {
  version: 1,
  status: 'uploading',
  report_id: null,
  from_family: false,
  refused_for: null,
  content_type: null,
  checking_since: null,
  deleted_at: null,
  due_at: null,
} as const satisfies Partial<DocumentRecord>;

/** Returns the record of a generated document before its file exists. */
const madeRecord = (
  generated: Omit<GeneratedDocument, 'bytes'>,
  size: number,
  documents: readonly DocumentRecord[],
): DocumentRecord => {
  const { organizationId, caseId, trace } = generated;
  const series = generatedSeriesId(generated);
  const at = trace.now.toISOString();
  const { actor } = trace;
  return {
    ...announcedState,
    id: madeDocumentId(generated),
    organization_id: organizationId,
    case_id: caseId,
    file_name: nameForType(safeName(generated.name), generated.type),
    description: generated.description ?? '',
    kind: generated.kind,
    size,
    series,
    made: true,
    revision:
      Math.max(0, ...documents.filter((document) => document.series === series).map(({ revision }) => revision)) + 1,
    added_by: actor.id === null ? null : actor,
    request_id: trace.requestId,
    created_at: at,
    updated_at: at,
  };
};

/** Returns true if a generated document is stored, not only started by a worker that died. */
export const isKept = (
  record: DocumentRecord | undefined,
): record is DocumentRecord & { status: Exclude<DocumentRecord['status'], 'uploading'> } =>
  record !== undefined && record.status !== 'uploading';

/** Stores or renews the record before the file, so that the sweeper does not remove it in the meantime. */
const announceMade = (table: Table, documents: Documents, generated: GeneratedDocument): Promise<DocumentRecord> =>
  retryOnConflict(
    () => Promise.all([documents.find(madeDocumentId(generated)), documents.ofCase(generated.caseId)]),
    async ([before, held]) => {
      if (isKept(before)) return before;
      const { bytes, type, trace } = generated;
      const record = before ?? madeRecord(generated, bytes.byteLength, held);
      const announced = withStatus(record, { content_type: type }, trace.now);
      await table.transact(before ? documents.changeInCase(before, announced) : documents.create(announced));
      return announced;
    },
  );

/**
 * Stores generated bytes as a document of a case, with audit entry and event, without a scan. The record is stored
 * first, so that the bucket contains no unknown file even if the case is deleted (sweep-documents.ts). Repeating the
 * same series and key returns the same document and ignores new bytes; another key adds a version. Throws 404 without
 * the case, and errors of table and bucket.
 */
export const storeGeneratedDocument = async (
  { table, bucket, keyWrapper }: MakerDependencies,
  generated: GeneratedDocument,
): Promise<DocumentRecord> => {
  const { organizationId, caseId, trace, type, bytes } = generated;
  const keys = keysOf(organizationId);
  const documents = createDocumentRepository(table, keys);
  const id = madeDocumentId(generated);
  const announced = await announceMade(table, documents, generated);
  if (isKept(announced)) return announced;
  await bucket.put(documentKey('clean', organizationId, id), bytes, type);
  return retryOnConflict(
    () => documents.require(id),
    async (record) => {
      if (isKept(record)) return record;
      const next = withStatus(record, { status: 'ready', size: bytes.byteLength }, trace.now);
      await systemUnitOfWork({ table, keyWrapper }, organizationId, { ...trace })
        .add(documents.changeInCase(record, next))
        .audit('document.added', caseId, documentChanges(undefined, next))
        .announce('document.added', caseId, { document_id: id, case_id: caseId })
        .step();
      return next;
    },
  );
};

/** A partner's file for a case; `fetch` is called only while its bytes are not stored. */
interface FetchedDocument extends Omit<GeneratedDocument, 'bytes'> {
  fetch: () => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Quarantines a partner's file, with audit entry and event, until its scan ends. The record is stored first, so that
 * every scanned file has one. Repeating the same series and key continues where it stopped, and returns the document's
 * state: `checking` until the scan ends, undefined if the case was deleted. Throws errors of `fetch`, table and
 * bucket.
 */
export const quarantineFetchedFile = async (
  { table, bucket, keyWrapper }: MakerDependencies,
  fetched: FetchedDocument,
): Promise<DocumentRecord | undefined> => {
  const { organizationId, caseId, trace } = fetched;
  const keys = keysOf(organizationId);
  const documents = createDocumentRepository(table, keys);
  const id = madeDocumentId(fetched);
  const storedDocument = await documents.find(id);
  if (storedDocument && storedDocument.status !== 'uploading') return storedDocument;
  const bytes = await fetched.fetch();
  const isAnnounced = await retryOnConflict(
    () => Promise.all([documents.find(id), documents.ofCase(caseId)]),
    async ([before, held]) => {
      if (before) return true;
      const announced = withStatus(madeRecord(fetched, bytes.byteLength, held), {}, trace.now);
      await table.transact(documents.create(announced));
      return true;
    },
  ).catch((error: unknown) => {
    if (isNotFound(error)) return false;
    throw error;
  });
  if (!isAnnounced) return undefined;
  await bucket.put(documentKey('quarantine', organizationId, id), bytes);
  return retryOnConflict(
    () => documents.find(id),
    async (record) => {
      // It was deleted with its case, or its scan was faster.
      if (record?.status !== 'uploading') return record;
      const since = trace.now.toISOString();
      const next = withStatus(record, { status: 'checking', size: bytes.byteLength, checking_since: since }, trace.now);
      await systemUnitOfWork({ table, keyWrapper }, organizationId, { ...trace })
        .add(documents.change(record, next))
        .audit('document.handed_in', caseId, documentChanges(undefined, next))
        .step();
      return next;
    },
  );
};

/** Returns true if the document is ready or was rejected. */
export const isScanFinished = ({ status }: Pick<DocumentRecord, 'status'>): boolean =>
  status !== 'uploading' && status !== 'checking';

export const takingIn = { cases: caseHeaders, documents, documentIntake };

interface Context {
  db: { cases: Pick<Cases, 'requireCore'>; documents: Documents };
  actor: Actor;
  request: { id: string };
  now: Date;
}
interface Announced {
  case_id: string;
  file_name: string;
  size: number;
  description?: string | undefined;
  kind?: DocumentKind | undefined;
  replaces?: string | undefined;
}

const bytesOf = (some: readonly DocumentRecord[]): number => some.reduce((sum, { size }) => sum + size, 0);

/** Throws 409 if a case has no room for another document of this size; deleted and rejected ones do not count. */
export const assertDocumentQuota = (documents: readonly DocumentRecord[], size: number): void => {
  const counted = documents.filter(({ status, deleted_at }) => status !== 'refused' && deleted_at === null);
  if (counted.length >= maxDocuments) throw new AppError('conflict', { detail: documentMessages.tooMany });
  if (bytesOf(counted) + size > maxBytes) throw new AppError('conflict', { detail: documentMessages.tooMuch });
};

/** Throws 409 if deleted and rejected documents are too many or too large to make room by deleting more. */
const assertBinHasRoom = (documents: readonly DocumentRecord[], size: number): void => {
  if (documents.length >= 2 * maxDocuments || bytesOf(documents) + size > 2 * maxBytes)
    throw new AppError('conflict', { detail: documentMessages.tooManyDeleted });
};

/** A new version keeps the kind and description of the newest one. */
const versionAfter = (documents: readonly DocumentRecord[], replaced: string) => {
  const before = documents.find(({ id, deleted_at }) => id === replaced && deleted_at === null);
  if (!before) throw notFound();
  const versions = documents.filter(({ series }) => series === before.series).map(({ revision }) => revision);
  const { series, kind, description } = before;
  return { series, kind, description, revision: Math.max(...versions) + 1 };
};

/** Returns the record of an upload. Throws 404 without the case, 409 without room. */
export const newDocument = async (
  { db, actor, request, now }: Context,
  { case_id, file_name, size, description, kind, replaces }: Announced,
): Promise<DocumentRecord> => {
  const [, documents] = await Promise.all([db.cases.requireCore(case_id), db.documents.ofCase(case_id)]);
  assertDocumentQuota(documents, size);
  assertBinHasRoom(documents, size);
  const id = uuid({ msecs: now.getTime() });
  const before = replaces === undefined ? undefined : versionAfter(documents, replaces);
  const isPhoto = [kind, before?.kind].includes('identification_photo');
  if (isPhoto && !hasPermission(actor, 'care:photo')) throw new AppError('forbidden');
  const at = now.toISOString();
  return {
    ...announcedState,
    id,
    organization_id: actor.organizationId,
    case_id,
    file_name: safeName(file_name),
    size,
    description: description ?? before?.description ?? '',
    kind: kind ?? before?.kind ?? 'other',
    series: before?.series ?? id,
    revision: before?.revision ?? 1,
    made: false,
    added_by: { id: actor.id, name: actor.name, role: actor.role },
    request_id: request.id,
    created_at: at,
    updated_at: at,
    due_at: nextActionAt({ status: 'uploading', deleted_at: null }, now),
  };
};
