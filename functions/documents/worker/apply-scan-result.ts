import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { maxEntries, maxFileSize, maxPixels, maxUnpackedBytes, nameForType } from '#domain/documents/document.rules.ts';
import type { PdfFlaw, RejectionReason } from '#domain/documents/document-messages.ts';
import { type DocumentType, isDocumentType, pdfBeginsWithin, typeOf } from '#domain/documents/document-type.ts';
import { documentKey, quarantined, scannedClean } from '#domain/shared/operations/deployment.ts';
import {
  createDocumentRepository,
  type DocumentRecord,
  documentsOf,
} from '#functions/documents/repository/documents.ts';
import { documentChanges, withStatus } from '#functions/documents/shared/start-upload.ts';
import { createSubmissionRepository } from '#functions/intake/repository/submissions.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import type { Delivery, EventHandlers, ScanResult } from '#functions/platform/workers/worker.ts';
import { onCaseDeleted, type RemoveDependencies, removeDocument } from './sweep-documents.ts';

type Place = Pick<DocumentRecord, 'case_id' | 'report_id'>;

/** Returns the report, or the case that it became; undefined if it was deleted. */
const placeOf = async (table: Table, record: DocumentRecord): Promise<Place | undefined> => {
  const { organization_id, case_id, report_id } = record;
  if (report_id === null) return { case_id, report_id };
  const report = await createSubmissionRepository(table, keysOf(organization_id)).find(report_id);
  if (!report) return undefined;
  return report.case_id ? { case_id: report.case_id, report_id: null } : { case_id, report_id };
};

/** The name in the audit entry if no staff member added the document. */
const uploaderName = ({ added_by, from_family }: DocumentRecord) =>
  added_by ?? ({ id: null, name: from_family ? 'Public form' : 'System', role: null } as const);

interface MoveDependencies {
  table: Table;
  keyWrapper: KeyWrapper;
  now: () => Date;
}

/** Moves a report's documents to its case; one that is still being scanned follows after its scan. */
export const onReportConverted =
  ({ table, keyWrapper, now }: MoveDependencies) =>
  async ({ envelope }: Delivery<'submission.converted'>): Promise<void> => {
    const { organization_id: organizationId } = envelope;
    const { submission_id, case_id } = envelope.payload;
    const documents = documentsOf(table, organizationId);
    for (const { id } of await documents.ofCase(submission_id))
      await retryOnConflict(
        () => documents.find(id),
        async (record) => {
          if (record?.report_id !== submission_id) return;
          const next = { ...record, case_id, report_id: null };
          const trace = { actor: uploaderName(record), ip: null, requestId: record.request_id, now: now() };
          const work = systemUnitOfWork({ table, keyWrapper }, organizationId, trace);
          work.add(documents.move(record, next));
          if (record.status === 'ready')
            work
              .audit('document.added', case_id, documentChanges(undefined, next))
              .announce('document.added', case_id, { document_id: id, case_id });
          await work.step();
        },
      );
  };

export const onReportDeleted =
  (dependencies: RemoveDependencies) =>
  async ({ envelope }: Delivery<'submission.deleted'>): Promise<void> => {
    const documents = documentsOf(dependencies.table, envelope.organization_id);
    for (const record of await documents.ofCase(envelope.payload.submission_id))
      await removeDocument(dependencies, record);
  };

/** Phones write megabytes of depth data before a picture's size, and an archive's directory is at its end. */
export const headBytes = 8 * 1024 * 1024;
export const tailBytes = 512 * 1024;

type Verdict = { type: DocumentType } | { refused: RejectionReason };

/** The inspected parts of a file; in a short file both are the whole. */
interface Looked {
  head: Uint8Array;
  tail: Uint8Array;
  size: number;
}

const judgePicture = (head: Uint8Array): RejectionReason | undefined => {
  try {
    // A copy, because the library reads beyond the end of a view.
    const { width, height } = imageSize(new Uint8Array(head));
    if (!width || !height) return 'unreadable';
    return width * height > maxPixels ? 'pixels' : undefined;
  } catch {
    return 'unreadable';
  }
};

const [endOfDirectory, entryOfDirectory, endOfLargeDirectory] = [0x06054b50, 0x02014b50, 0x06064b50];
const endLength = 22;
const entryLength = 46;

/**
 * Adds up the unpacked sizes in a ZIP's central directory. The directory must end directly before the end record,
 * because a second end record in the comment could point elsewhere.
 */
const judgePacked = ({ tail, size }: Looked): RejectionReason | undefined => {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
  let end = bytes.length - endLength;
  while (end >= 0 && bytes.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) return 'unreadable';
  const [count, length, from] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ];
  // No office document has a directory of this size.
  let at = from - (size - bytes.length);
  if (count > maxEntries || at < 0 || at + length > end) return 'unpacked';
  const behind = at + length;
  const isWhole = behind === end || (behind + 4 <= end && bytes.readUInt32LE(behind) === endOfLargeDirectory);
  if (count === 0 || !isWhole) return 'unreadable';
  let unpacked = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + entryLength > end || bytes.readUInt32LE(at) !== entryOfDirectory) return 'unreadable';
    unpacked += bytes.readUInt32LE(at + 24);
    at += entryLength + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (at !== behind) return 'unreadable';
  return unpacked > maxUnpackedBytes ? 'unpacked' : undefined;
};

/** Returns true if a PDF begins after plain text, such as printer commands of a scanner, which readers skip. */
const isPdfBehindText = (head: Uint8Array): boolean => {
  const text = Buffer.from(head.subarray(0, pdfBeginsWithin)).toString('latin1');
  const before = text.slice(0, Math.max(0, text.indexOf('%PDF-')));
  return before !== '' && !/^#!|[<\0]/.test(before);
};

/** Detects a file's type only from its content, and decides whether a case accepts it (S-15). */
export const inspect = async (file: Looked): Promise<Verdict> => {
  const { head, size } = file;
  if (size === 0) return { refused: 'empty' };
  if (size > maxFileSize) return { refused: 'size' };
  const known = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? '';
  const mime = !known && isPdfBehindText(head) ? 'application/pdf' : known;
  // HEIC has several media types.
  const type = /^image\/hei[cf](-sequence)?$/.test(mime) ? 'image/heic' : mime;
  if (!isDocumentType(type)) return { refused: 'type' };
  const { picture, packed } = typeOf(type);
  const refused = picture ? judgePicture(head) : packed ? judgePacked(file) : undefined;
  return refused ? { refused } : { type };
};

/** Readers search for the end of a PDF within these bytes (ISO 32000-1, annex H). */
const endBytes = 1024;

/**
 * Returns why a PDF can be neither shown nor signed: it needs a password to open, or is cut off or unreadable. Owner
 * restrictions do not count, because DocuSeal ignores them too.
 */
export const flawOfPdf = async (bytes: Uint8Array): Promise<PdfFlaw | undefined> => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = text.length;
  // Scanners pad the last block.
  while (end > 0 && (text[end - 1] ?? 0) <= 0x20) end--;
  if (text.lastIndexOf('%%EOF') < end - endBytes) return 'damaged';
  // Only PDFs need it, and it takes as long to load as the rest of the function.
  const { getDocumentProxy } = await import('unpdf');
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const pages = document.numPages;
    await document.loadingTask.destroy();
    return pages > 0 ? undefined : 'damaged';
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'password' : 'damaged';
  }
};

export interface SettleDependencies {
  table: Table;
  bucket: Pick<DocumentBucket, 'part' | 'copy' | 'remove'>;
  keyWrapper: KeyWrapper;
  now: () => Date;
}

type Settled = { type: DocumentType; size: number; flaw: PdfFlaw | undefined } | { refused: RejectionReason };

/** Returns the inspected parts of a scanned file; undefined if it was removed or replaced. */
const lookedAt = async (
  bucket: SettleDependencies['bucket'],
  key: string,
  etag: string,
): Promise<{ verdict: Verdict; size: number; flaw: PdfFlaw | undefined } | undefined> => {
  const [head, tail] = await Promise.all([
    bucket.part(key, etag, { first: headBytes }),
    bucket.part(key, etag, { last: tailBytes }),
  ]);
  if (!head || !tail) return undefined;
  const { size } = head;
  const verdict = await inspect({ head: head.bytes, tail: tail.bytes, size });
  if (!('type' in verdict) || verdict.type !== 'application/pdf') return { verdict, size, flaw: undefined };
  const whole = size <= headBytes ? head : await bucket.part(key, etag, { first: size });
  return whole && { verdict, size, flaw: await flawOfPdf(whole.bytes) };
};

/** Returns the verdict with the file's new place; undefined if there is none yet. */
const judged = async (
  bucket: SettleDependencies['bucket'],
  { s3ObjectDetails: { objectKey, eTag }, scanResultDetails: { scanResultStatus: status } }: ScanResult,
  clean: string,
): Promise<Settled | undefined> => {
  if (status === 'THREATS_FOUND') return { refused: 'malware' };
  if (status === 'UNSUPPORTED') return { refused: 'unscannable' };
  // The sweeper requests a failed scan again.
  if (status !== scannedClean) return undefined;
  const etag = `"${eTag.replaceAll('"', '')}"`;
  const looked = await lookedAt(bucket, objectKey, etag);
  if (!looked) return undefined;
  const { verdict, size, flaw } = looked;
  if ('refused' in verdict) return verdict;
  return (await bucket.copy(objectKey, etag, clean, verdict.type)) ? { type: verdict.type, size, flaw } : undefined;
};

const isOpen = (record: DocumentRecord | undefined): record is DocumentRecord =>
  record?.status === 'uploading' || record?.status === 'checking';

const settledRecord = (record: DocumentRecord, settled: Settled, now: Date): DocumentRecord =>
  withStatus(
    record,
    'refused' in settled
      ? { status: 'refused', refused_for: settled.refused, checking_since: null }
      : {
          status: 'ready',
          content_type: settled.type,
          size: settled.size,
          ...(settled.flaw ? { flaw: settled.flaw } : {}),
          file_name: nameForType(record.file_name, settled.type),
          checking_since: null,
        },
    now,
  );

/** If the record was removed, its file may have been copied after the removal, and only this copy remains. */
const removeStrayCopy = async (
  bucket: SettleDependencies['bucket'],
  { organizationId, id }: { organizationId: string; id: string },
  record: DocumentRecord | undefined,
): Promise<void> => {
  if (!record) await bucket.remove(documentKey('clean', organizationId, id));
};

/** Records the verdict once, with audit entry and event. */
const commit = async (
  { table, bucket, keyWrapper, now }: SettleDependencies,
  { organizationId, id }: { organizationId: string; id: string },
  settled: Settled,
): Promise<void> => {
  const keys = keysOf(organizationId);
  const documents = createDocumentRepository(table, keys);
  await retryOnConflict(
    () => documents.find(id),
    async (record) => {
      if (!isOpen(record)) return removeStrayCopy(bucket, { organizationId, id }, record);
      const at = now();
      const place = await placeOf(table, record);
      // The report was deleted in the meantime.
      if (!place) return removeDocument({ table, bucket }, record);
      const { case_id, report_id } = place;
      const next = { ...settledRecord(record, settled, at), ...place };
      const isReady = next.status === 'ready';
      const action = isReady ? 'document.added' : 'document.refused';
      const why = next.refused_for;
      const further = why ? [{ field: 'documents.refused_for', from: null, to: why }] : [];
      const trace = { actor: uploaderName(record), ip: null, requestId: record.request_id, now: at };
      const changes = documentChanges(undefined, next, further);
      const work = systemUnitOfWork({ table, keyWrapper }, organizationId, trace).add(documents.move(record, next));
      if (report_id) work.audit(isReady ? 'submission.paper_added' : 'submission.paper_refused', report_id, changes);
      else work.audit(action, case_id, changes).announce(action, case_id, { document_id: id, case_id });
      await work.step();
    },
  );
};

/**
 * Applies a scan's result to its document: the file moves to the clean bucket or is deleted. Each step can be
 * repeated: only the scanned bytes are copied, the record changes once with audit entry and event, and the quarantined
 * file is deleted last. It is audited in the uploader's name.
 */
export const applyScanResult =
  (dependencies: SettleDependencies) =>
  async (result: ScanResult): Promise<void> => {
    const { table, bucket } = dependencies;
    const { objectKey } = result.s3ObjectDetails;
    const whose = quarantined(objectKey);
    if (!whose) return;
    const { organizationId, id } = whose;
    const known = await createDocumentRepository(table, keysOf(organizationId)).find(id);
    if (!isOpen(known)) {
      // No record refers to this file any more.
      await removeStrayCopy(bucket, whose, known);
      return bucket.remove(objectKey);
    }
    const settled = await judged(bucket, result, documentKey('clean', organizationId, id));
    if (!settled) return;
    await commit(dependencies, whose, settled);
    await bucket.remove(objectKey);
  };

/** Returns the worker `document-scans` without the scans, which are no events: what removes or copies a document. */
export const documentHandlers = (dependencies: SettleDependencies): EventHandlers => ({
  'case.deleted': onCaseDeleted(dependencies),
  'submission.converted': onReportConverted(dependencies),
  'submission.deleted': onReportDeleted(dependencies),
});
