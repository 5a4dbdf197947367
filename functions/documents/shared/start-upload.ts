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
import { AppError, isNotFound, notFound } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/document-places.ts';
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

export interface MakerDependencies {
  table: Table;
  /** By the grant `documents:make`. */
  bucket: Pick<DocumentBucket, 'put'>;
  keyWrapper: KeyWrapper;
}

interface GeneratedDocument {
  organizationId: string;
  caseId: string;
  /** What it is of: documents of one series are versions of one another, such as `receipt WA-R-2026-0007`. */
  series: string;
  /** Which state of that it shows, such as a digest of what it was made from: the same key is the same document. */
  key: string;
  name: string;
  type: DocumentType;
  kind: DocumentKind;
  description?: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Who had it made, and when. */
  trace: Trace;
}

/** The same id for the same words, in the form of a UUID. */
export const idOf = (...words: readonly string[]): string => {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Which documents of a case are versions of one thing that the product made. */
export const generatedSeriesId = ({
  organizationId,
  caseId,
  series,
}: Pick<GeneratedDocument, 'organizationId' | 'caseId' | 'series'>): string => idOf(organizationId, caseId, series);

/** The id under which something is kept that the product made: of the same series and key of a case always the same. */
export const madeDocumentId = ({
  organizationId,
  caseId,
  series,
  key,
}: Pick<GeneratedDocument, 'organizationId' | 'caseId' | 'series' | 'key'>): string =>
  idOf(organizationId, caseId, series, key);

/** The record of something that is kept under a series and a key, as it stands before anything is known of its bytes. */
const madeRecord = (
  made: Omit<GeneratedDocument, 'bytes'>,
  size: number,
  held: readonly DocumentRecord[],
): DocumentRecord => {
  const { organizationId, caseId, trace } = made;
  const series = generatedSeriesId(made);
  const at = trace.now.toISOString();
  const { actor } = trace;
  return {
    ...{ id: madeDocumentId(made), organization_id: organizationId, version: 1, case_id: caseId, status: 'uploading' },
    ...{ report_id: null, from_family: false },
    ...{ file_name: nameForType(safeName(made.name), made.type), description: made.description ?? '', kind: made.kind },
    ...{ refused_for: null, content_type: null, size, series, made: true },
    revision: Math.max(0, ...held.filter((one) => one.series === series).map(({ revision }) => revision)) + 1,
    added_by: actor.id === null ? null : actor,
    ...{ request_id: trace.requestId, created_at: at, updated_at: at },
    ...{ checking_since: null, deleted_at: null, due_at: null },
  };
};

/** Whether something that the product makes has been kept, and not merely begun by somebody who died of it. */
export const isKept = (
  record: DocumentRecord | undefined,
): record is DocumentRecord & { status: Exclude<DocumentRecord['status'], 'uploading'> } =>
  record !== undefined && record.status !== 'uploading';

/**
 * The record of what is made, before its file. One that was begun before has its time anew, so that no sweeper takes it
 * while its file comes.
 */
const announceMade = (table: Table, documents: Documents, made: GeneratedDocument): Promise<DocumentRecord> =>
  retryOnConflict(
    () => Promise.all([documents.find(madeDocumentId(made)), documents.ofCase(made.caseId)]),
    async ([before, held]) => {
      if (isKept(before)) return before;
      const { bytes, type, trace } = made;
      const record = before ?? madeRecord(made, bytes.byteLength, held);
      const announced = withStatus(record, { content_type: type }, trace.now);
      await table.transact(before ? documents.changeInCase(before, announced) : documents.create(announced));
      return announced;
    },
  );

/**
 * Keeps what the product made as a document of a case, with its entry (`document.added`) and its event. It needs no scan:
 * its bytes are the product's own. Its record is there before the file, so that none lies in the bucket of which nobody
 * knows, also where the case is deleted meanwhile (remove-documents.ts). Done again under the same series and key, also
 * after a death at any step, it is done once and answers the same document; under another key of the series a new version
 * stands beside the old. The bytes of one key must be of one making: those that come first stay. Throws 404 where the case
 * is gone, and what the table and the bucket throw.
 */
export const storeGeneratedDocument = async (
  { table, bucket, keyWrapper }: MakerDependencies,
  made: GeneratedDocument,
): Promise<DocumentRecord> => {
  const { organizationId, caseId, trace, type, bytes } = made;
  const keys = keysOf(organizationId);
  const documents = createDocumentRepository(table, keys);
  const id = madeDocumentId(made);
  const announced = await announceMade(table, documents, made);
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

/** What a partner holds for a case: `fetch` brings its bytes, and is asked only while they have not arrived here. */
interface FetchedDocument extends Omit<GeneratedDocument, 'bytes'> {
  fetch: () => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Takes in what a partner made, the way of everything that comes from outside: into the quarantine, from which the worker for scans
 * takes it, with its entry and its event. Its record is there before the file, so that no scan finds one of which nobody
 * knows. Done again under the same series and key, also after a death at any step, it goes on where it ended, and answers the document
 * as it stands: `checking` until its scan has decided; undefined where its case is gone, with which it would have gone too. Throws
 * what `fetch`, the table and the bucket throw.
 */
export const quarantineFetchedFile = async (
  { table, bucket, keyWrapper }: MakerDependencies,
  fetched: FetchedDocument,
): Promise<DocumentRecord | undefined> => {
  const { organizationId, caseId, trace } = fetched;
  const keys = keysOf(organizationId);
  const documents = createDocumentRepository(table, keys);
  const id = madeDocumentId(fetched);
  const known = await documents.find(id);
  if (known && known.status !== 'uploading') return known;
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
      // It went with its case just now, or its scan was faster.
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

/** Whether nothing more is to be waited for: it can be opened, or was refused. */
export const isScanFinished = ({ status }: Pick<DocumentRecord, 'status'>): boolean =>
  status !== 'uploading' && status !== 'checking';

/** What every handler needs that takes files in. */
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

/** Throws 409 where a case has no room for a document of so many bytes more. What is deleted or refused takes none. */
export const assertDocumentQuota = (held: readonly DocumentRecord[], size: number): void => {
  const standing = held.filter(({ status, deleted_at }) => status !== 'refused' && deleted_at === null);
  if (standing.length >= maxDocuments) throw new AppError('conflict', { detail: documentMessages.tooMany });
  if (bytesOf(standing) + size > maxBytes) throw new AppError('conflict', { detail: documentMessages.tooMuch });
};

/** Throws 409 where so much is held, with what is deleted or refused, that deleting more makes no room. */
const assertBinHasRoom = (held: readonly DocumentRecord[], size: number): void => {
  if (held.length >= 2 * maxDocuments || bytesOf(held) + size > 2 * maxBytes)
    throw new AppError('conflict', { detail: documentMessages.tooManyDeleted });
};

/** A new version follows the newest of its series, and keeps what people said of that. */
const versionAfter = (held: readonly DocumentRecord[], replaced: string) => {
  const before = held.find(({ id, deleted_at }) => id === replaced && deleted_at === null);
  if (!before) throw notFound();
  const versions = held.filter(({ series }) => series === before.series).map(({ revision }) => revision);
  const { series, kind, description } = before;
  return { series, kind, description, revision: Math.max(...versions) + 1 };
};

/** The record of a file that is to come, for a case that is there and has room for it. Throws 404 or 409. */
export const newDocument = async (
  { db, actor, request, now }: Context,
  { case_id, file_name, size, description, kind, replaces }: Announced,
): Promise<DocumentRecord> => {
  const [, held] = await Promise.all([db.cases.requireCore(case_id), db.documents.ofCase(case_id)]);
  assertDocumentQuota(held, size);
  assertBinHasRoom(held, size);
  const id = uuid({ msecs: now.getTime() });
  const before = replaces === undefined ? undefined : versionAfter(held, replaces);
  const at = now.toISOString();
  return {
    id,
    organization_id: actor.organizationId,
    version: 1,
    case_id,
    report_id: null,
    from_family: false,
    status: 'uploading',
    refused_for: null,
    file_name: safeName(file_name),
    description: description ?? before?.description ?? '',
    kind: kind ?? before?.kind ?? 'other',
    content_type: null,
    size,
    series: before?.series ?? id,
    revision: before?.revision ?? 1,
    made: false,
    added_by: { id: actor.id, name: actor.name, role: actor.role },
    request_id: request.id,
    created_at: at,
    updated_at: at,
    checking_since: null,
    deleted_at: null,
    due_at: nextActionAt({ status: 'uploading', deleted_at: null }, now),
  };
};
