import { v7 as uuid } from 'uuid';
import { safeName } from '#domain/documents/document.rules.ts';
import { rejectionMessages } from '#domain/documents/document-messages.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import type { UploadedFile } from '#domain/shared/contract/endpoint.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import type { DocumentRecord } from '#functions/documents/repository/documents.ts';
import { withStatus } from '#functions/documents/shared/start-upload.ts';
import { familyPapers } from '#functions/families/repository/family-papers.ts';
import { type PaperOwner, reportStatuses } from '#functions/intake/repository/report-status.ts';
import { documentIntake } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const newPaper = (
  { organization_id, case_id, report_id }: PaperOwner,
  file: UploadedFile,
  request_id: string,
  now: Date,
): DocumentRecord => {
  const id = uuid({ msecs: now.getTime() });
  const at = now.toISOString();
  const record: DocumentRecord = {
    id,
    organization_id,
    version: 1,
    case_id: case_id ?? report_id ?? '',
    report_id,
    from_family: true,
    status: 'uploading',
    refused_for: null,
    file_name: safeName(file.name),
    description: '',
    kind: 'other',
    content_type: null,
    size: file.bytes.byteLength,
    series: id,
    revision: 1,
    made: false,
    added_by: null,
    request_id,
    created_at: at,
    updated_at: at,
    checking_since: null,
    deleted_at: null,
    due_at: null,
  };
  return withStatus(record, {}, now);
};

/**
 * A family sends a photograph of a document into the quarantine. Its record exists before the file, so that the bucket
 * has no unknown file; the audit entry follows after the scan.
 */
export const addPaper = handler(
  intakeEndpoints.addPaper,
  { reportStatuses, papers: familyPapers, documentIntake },
  async ({ params, body }, { db: shared, within, documentIntake, countAccepted, request, now }) => {
    const reference = params.a.toUpperCase();
    const owner = await shared.reportStatuses.paperOwner(reference, params.b);
    if (!owner) throw notFound();
    const { file } = body.files;
    if (file.bytes.byteLength === 0) throw invalid({ file: [rejectionMessages.empty] });
    const tooMany = (await countAccepted('ip')) ?? (await countAccepted('address', reference));
    if (tooMany) throw tooMany;
    const { db, work } = within(owner.organization_id);
    const announced = newPaper(owner, file, request.id, now);
    const answer = { success: true as const, file_name: announced.file_name };
    const id = await work.add(db.papers.create(reference, announced)).begin(announced.id);
    // A phone that sends the file again continues its first upload.
    const begun = id === announced.id ? announced : { ...announced, id, series: id };
    await documentIntake.put(documentKey('quarantine', begun.organization_id, begun.id), new Uint8Array(file.bytes));
    const checking = withStatus(begun, { status: 'checking', checking_since: now.toISOString() }, now);
    try {
      return await work.add(db.papers.change(begun, checking)).finish(answer);
    } catch (error) {
      // The scan or the first try was faster.
      if (!(error instanceof WriteConflictError)) throw error;
      return answer;
    }
  },
);
