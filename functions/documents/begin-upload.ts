import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { linkSeconds } from '#domain/documents/document.rules.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/document-places.ts';
import { caseHeaders } from '#functions/cases/repository/cases.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { documentIntake } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { documentChanges, withStatus } from './shared/document-status.ts';
import { presentDocument } from './shared/present-document.ts';
import { newDocument } from './shared/start-upload.ts';

/** Nothing is on record yet: that is when the file has come. */
export const beginUpload = handler(
  documentEndpoints.begin,
  { cases: caseHeaders, documents },
  async ({ body }, context) => {
    const { db, work, now } = context;
    const record = await newDocument(context, body);
    return work.add(db.documents.create(record)).finish(presentDocument(record, now));
  },
);

export const getUploadForm = handler(
  documentEndpoints.uploadForm,
  { documents, documentIntake },
  async ({ params }, { db, actor, documentIntake, now }) => {
    const { id, status, size, made } = await db.documents.requireStanding(params.id);
    // What the product makes is nobody else's to send.
    if (status !== 'uploading' || made) throw new AppError('conflict', { detail: documentMessages.notUploading });
    const form = await documentIntake.uploadForm(documentKey('quarantine', actor.organizationId, id), size);
    return { ...form, expires_at: new Date(now.getTime() + linkSeconds * 1000).toISOString() };
  },
);

/** Said twice it is once. What the scan found may be known already, as it begins by itself. */
export const completeUpload = handler(
  documentEndpoints.complete,
  { documents, documentIntake },
  ({ params }, { db, work, actor, documentIntake, now }) =>
    work.attempt(
      () => db.documents.requireStanding(params.id),
      async (record) => {
        if (record.status !== 'uploading') return work.finish(presentDocument(record, now));
        const size = await documentIntake.sizeOf(documentKey('quarantine', actor.organizationId, record.id));
        if (size === undefined) {
          // It is not there any more where its scan was faster than its sender.
          const settled = await db.documents.requireStanding(record.id);
          if (settled.status !== 'uploading') return work.finish(presentDocument(settled, now));
          throw new AppError('conflict', { detail: documentMessages.notArrived });
        }
        const next = withStatus(record, { status: 'checking', size, checking_since: now.toISOString() }, now);
        return work
          .add(db.documents.change(record, next))
          .audit('document.handed_in', record.case_id, documentChanges(undefined, next))
          .finish(presentDocument({ ...next, version: record.version + 1 }, now));
      },
    ),
);
