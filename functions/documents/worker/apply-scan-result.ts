import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { maxEntries, maxFileSize, maxPixels, maxUnpackedBytes, nameForType } from '#domain/documents/document.rules.ts';
import type { PdfFlaw, RejectionReason } from '#domain/documents/document-messages.ts';
import { type DocumentType, isDocumentType, pdfBeginsWithin, typeOf } from '#domain/documents/document-type.ts';
import { documentKey, quarantined, scannedClean } from '#domain/shared/operations/document-places.ts';
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
import type { Delivery, ScanResult } from '#functions/platform/workers/worker.ts';
import { type RemoveDependencies, removeDocument } from './sweep-documents.ts';

type Place = Pick<DocumentRecord, 'case_id' | 'report_id'>;

/** Where a paper belongs by now: with its report, or with the case that this became; undefined where it is gone. */
const placeOf = async (table: Table, record: DocumentRecord): Promise<Place | undefined> => {
  const { organization_id, case_id, report_id } = record;
  if (report_id === null) return { case_id, report_id };
  const report = await createSubmissionRepository(table, keysOf(organization_id)).find(report_id);
  if (!report) return undefined;
  return report.case_id ? { case_id: report.case_id, report_id: null } : { case_id, report_id };
};

/** Who is named for what becomes of a paper that nobody of the staff handed in. */
const uploaderName = ({ added_by, from_family }: DocumentRecord) =>
  added_by ?? ({ id: null, name: from_family ? 'Public form' : 'System', role: null } as const);

interface MoveDependencies {
  table: Table;
  keyWrapper: KeyWrapper;
  now: () => Date;
}

/**
 * The papers of a report go on to its case, each with its entry and its event. Done again, it finds less to do; one that is still being
 * checked follows when that is done, if it was not seen here (settle-scan.ts).
 */
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

/** The papers of a report that is deleted go with it. */
export const onReportDeleted =
  (dependencies: RemoveDependencies) =>
  async ({ envelope }: Delivery<'submission.deleted'>): Promise<void> => {
    const documents = documentsOf(dependencies.table, envelope.organization_id);
    for (const record of await documents.ofCase(envelope.payload.submission_id))
      await removeDocument(dependencies, record);
  };

/** So much of a file is looked at: phones put megabytes of depth before the size of a picture, and an archive ends with what it holds. */
export const headBytes = 8 * 1024 * 1024;
export const tailBytes = 512 * 1024;

type Verdict = { type: DocumentType } | { refused: RejectionReason };

/** A file as far as it is looked at; of a short one head and tail are both the whole. */
interface Looked {
  head: Uint8Array;
  tail: Uint8Array;
  size: number;
}

const judgePicture = (head: Uint8Array): RejectionReason | undefined => {
  try {
    // A copy: the library reads beyond the end of a view.
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
 * Adds up what a ZIP says that it unpacks to, from the directory at its end. One whose end leads to no whole directory right
 * before it is none: another end in its comment would lead past what it holds.
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
  // So large a directory belongs to no document of an office.
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

/** Whether a PDF begins behind plain text, such as a scanner's words to a printer, that readers skip; a page or script is none. */
const isPdfBehindText = (head: Uint8Array): boolean => {
  const text = Buffer.from(head.subarray(0, pdfBeginsWithin)).toString('latin1');
  const before = text.slice(0, Math.max(0, text.indexOf('%PDF-')));
  return before !== '' && !/^#!|[<\0]/.test(before);
};

/**
 * What a file is by its content, and whether a case takes it (quality S-15). Its name and what its sender said of it count
 * for nothing; what is not known to be one of the types is refused, and so is what unpacks to too much.
 */
export const inspect = async (file: Looked): Promise<Verdict> => {
  const { head, size } = file;
  if (size === 0) return { refused: 'empty' };
  if (size > maxFileSize) return { refused: 'size' };
  const known = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? '';
  const mime = !known && isPdfBehindText(head) ? 'application/pdf' : known;
  // The parts of a HEIC file are said in several ways.
  const type = /^image\/hei[cf](-sequence)?$/.test(mime) ? 'image/heic' : mime;
  if (!isDocumentType(type)) return { refused: 'type' };
  const { picture, packed } = typeOf(type);
  const refused = picture ? judgePicture(head) : packed ? judgePacked(file) : undefined;
  return refused ? { refused } : { type };
};

/** A reader looks for the end of a file among so many bytes (ISO 32000-1, annex H). */
const endBytes = 1024;

/**
 * Why a whole PDF can be neither shown nor signed: it asks for a password before it opens, or it is cut off or unreadable. One
 * that opens without a password, whatever its owner permits, is none of these: DocuSeal opens it too.
 */
export const flawOfPdf = async (bytes: Uint8Array): Promise<PdfFlaw | undefined> => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = text.length;
  // Scanners fill the last block up.
  while (end > 0 && (text[end - 1] ?? 0) <= 0x20) end--;
  if (text.lastIndexOf('%%EOF') < end - endBytes) return 'damaged';
  // Only PDFs need it, and it takes as long to load as everything else here.
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

/** Looks at a file that was scanned; undefined when it is gone, or not the one that was scanned any more. */
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

/** What was found, with the file where it then belongs; undefined when nothing can be said now. */
const judged = async (
  bucket: SettleDependencies['bucket'],
  { s3ObjectDetails: { objectKey, eTag }, scanResultDetails: { scanResultStatus: status } }: ScanResult,
  clean: string,
): Promise<Settled | undefined> => {
  if (status === 'THREATS_FOUND') return { refused: 'malware' };
  if (status === 'UNSUPPORTED') return { refused: 'unscannable' };
  // A scan that failed is asked for again by the schedule.
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

/** Where the record is gone, its file may have been copied after its removal: nobody else knows of that copy. */
const removeStrayCopy = async (
  bucket: SettleDependencies['bucket'],
  { organizationId, id }: { organizationId: string; id: string },
  record: DocumentRecord | undefined,
): Promise<void> => {
  if (!record) await bucket.remove(documentKey('clean', organizationId, id));
};

/** Writes what was found with its entry and its event, unless that was done before. */
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
      // Its report was deleted meanwhile.
      if (!place) return removeDocument({ table, bucket }, record);
      const { case_id, report_id } = place;
      const next = { ...settledRecord(record, settled, at), ...place };
      const isReady = next.status === 'ready';
      const deed = isReady ? 'document.added' : 'document.refused';
      const why = next.refused_for;
      const further = why ? [{ field: 'documents.refused_for', from: null, to: why }] : [];
      const trace = { actor: uploaderName(record), ip: null, requestId: record.request_id, now: at };
      const changes = documentChanges(undefined, next, further);
      const work = systemUnitOfWork({ table, keyWrapper }, organizationId, trace).add(documents.move(record, next));
      if (report_id) work.audit(isReady ? 'submission.paper_added' : 'submission.paper_refused', report_id, changes);
      else work.audit(deed, case_id, changes).announce(deed, case_id, { document_id: id, case_id });
      await work.step();
    },
  );
};

/**
 * What a scan found decides about the document: its file moves to where it is served from, or is taken away. Every step
 * can be done again and dies without harm: the copy is of the very bytes that were scanned, the record changes once with
 * its entry and its event, and the file leaves the quarantine last. It is on record as the deed of who handed it in.
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
      // What nobody waits for any more lies here for nothing.
      await removeStrayCopy(bucket, whose, known);
      return bucket.remove(objectKey);
    }
    const settled = await judged(bucket, result, documentKey('clean', organizationId, id));
    if (!settled) return;
    await commit(dependencies, whose, settled);
    await bucket.remove(objectKey);
  };
