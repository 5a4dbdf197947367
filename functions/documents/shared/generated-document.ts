import { createHash } from 'node:crypto';
import { nameForType, safeName } from '#domain/documents/document.rules.ts';
import type { DocumentKind } from '#domain/documents/document-kind.ts';
import type { DocumentType } from '#domain/documents/document-type.ts';
import { documentKey } from '#domain/shared/operations/document-places.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import { createDocumentRepository, type Documents } from '#functions/documents/repository/documents.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import type { Trace } from '#functions/platform/store/audit/audit.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/system-work.ts';
import { documentChanges, withStatus } from './document-status.ts';

export interface MakerDependencies {
  table: Table;
  /** By the grant `documents:make`. */
  bucket: Pick<DocumentBucket, 'put'>;
  keyWrapper: KeyWrapper;
}

export interface GeneratedDocument {
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
export const madeRecord = (
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
