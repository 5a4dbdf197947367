import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { rejectionMessages } from '#domain/documents/document-messages.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/document-places.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { documentChanges, nextActionAt } from './shared/document-status.ts';
import { presentDocument } from './shared/present-document.ts';
import { newDocument, takingIn } from './shared/start-upload.ts';

/**
 * The documented call: the file comes with it, and goes the way of every other. Its record is there before the file, so
 * that nothing lies in the bucket of which nobody knows.
 */
export const uploadDocument = handler(documentEndpoints.upload, takingIn, async ({ body }, context) => {
  const { db, work, documentIntake, now } = context;
  const { file } = body.files;
  if (file.bytes.byteLength === 0) throw invalid({ file: [rejectionMessages.empty] });
  const announced = await newDocument(context, { ...body.fields, file_name: file.name, size: file.bytes.byteLength });
  const id = await work.add(db.documents.create(announced)).begin(announced.id);
  // A try that sends the file again must not bring back what its scan has taken away.
  if (id === announced.id || (await db.documents.require(id)).status === 'uploading')
    await documentIntake.put(documentKey('quarantine', announced.organization_id, id), new Uint8Array(file.bytes));
  return work.attempt(
    () => db.documents.require(id),
    async (record) => {
      // Its scan may have been faster.
      if (record.status !== 'uploading') return work.finish(presentDocument(record, now));
      const checking = { ...record, status: 'checking', checking_since: now.toISOString() } as const;
      const next = { ...checking, due_at: nextActionAt(checking, now) };
      return work
        .add(db.documents.change(record, next))
        .audit('document.handed_in', record.case_id, documentChanges(undefined, next))
        .finish(presentDocument({ ...next, version: record.version + 1 }, now));
    },
  );
});
