import type { DocumentRecord } from '#functions/documents/repository/document-record.ts';
import { documentsOf } from '#functions/documents/repository/documents.ts';
import { documentChanges } from '#functions/documents/shared/document-status.ts';
import { createSubmissionRepository } from '#functions/intake/repository/submissions.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/system-work.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { type RemoveDependencies, removeDocument } from './remove-documents.ts';

type Place = Pick<DocumentRecord, 'case_id' | 'report_id'>;

/** Where a paper belongs by now: with its report, or with the case that this became; undefined where it is gone. */
export const placeOf = async (table: Table, record: DocumentRecord): Promise<Place | undefined> => {
  const { organization_id, case_id, report_id } = record;
  if (report_id === null) return { case_id, report_id };
  const report = await createSubmissionRepository(table, keysOf(organization_id)).find(report_id);
  if (!report) return undefined;
  return report.case_id ? { case_id: report.case_id, report_id: null } : { case_id, report_id };
};

/** Who is named for what becomes of a paper that nobody of the staff handed in. */
export const uploaderName = ({ added_by, from_family }: DocumentRecord) =>
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
