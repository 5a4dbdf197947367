import { nameForType } from '#domain/documents/document.rules.ts';
import type { PdfFlaw, RejectionReason } from '#domain/documents/document-messages.ts';
import type { DocumentType } from '#domain/documents/document-type.ts';
import { documentKey, quarantined, scannedClean } from '#domain/shared/operations/document-places.ts';
import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import { createDocumentRepository } from '#functions/documents/repository/documents.ts';
import { documentChanges, withStatus } from '#functions/documents/shared/document-status.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/system-work.ts';
import type { ScanResult } from '#functions/platform/workers/worker.ts';
import { headBytes, inspect, tailBytes, type Verdict } from './detect-file-type.ts';
import { placeOf, uploaderName } from './family-uploads.ts';
import { flawOfPdf } from './flaw-of-pdf.ts';
import { removeDocument } from './remove-documents.ts';

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
