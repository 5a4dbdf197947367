import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { nameForType, safeName } from '#domain/documents/document.rules.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { documents } from '#functions/documents/repository/documents.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { documentChanges, withStatus } from './shared/document-status.ts';
import { presentDocument } from './shared/present-document.ts';
import { assertDocumentQuota } from './shared/start-upload.ts';

export const updateDocument = handler(documentEndpoints.update, { documents }, ({ params, body }, { db, work, now }) =>
  work.attempt(
    () => db.documents.requireStanding(params.id),
    async (record) => {
      const { version, file_name, ...said } = body;
      if (version !== undefined && version !== record.version)
        throw conflictError(documentEndpoints.update, { current: presentDocument(record, now) });
      const name = file_name === undefined ? record.file_name : safeName(file_name);
      if (file_name !== undefined && name === 'document')
        throw invalid({ file_name: ['File name cannot be used. Choose another one.'] });
      const type = record.content_type;
      const next = { ...record, ...said, file_name: type ? nameForType(name, type) : name };
      const changes = documentChanges(record, next).filter(({ from, to }) => (from || null) !== (to || null));
      if (changes.length === 0) return work.finish(presentDocument(record, now));
      const { id, case_id } = record;
      return work
        .add(db.documents.change(record, { ...next, updated_at: now.toISOString() }))
        .audit('document.changed', case_id, documentChanges(record, next))
        .announce('document.changed', case_id, { document_id: id, case_id })
        .finish(presentDocument({ ...next, version: record.version + 1 }, now));
    },
  ),
);

/** It is kept for a month, so that it can be brought back. */
export const deleteDocument = handler(documentEndpoints.delete, { documents }, ({ params }, { db, work, actor, now }) =>
  work.attempt(
    () => db.documents.requireStanding(params.id),
    async (record) => {
      assertAllowed(actor, 'document:delete', { addedBy: record.added_by?.id ?? null });
      const { id, case_id, file_name } = record;
      return work
        .add(db.documents.change(record, withStatus(record, { deleted_at: now.toISOString() }, now)))
        .audit('document.deleted', case_id, [{ field: 'documents.file_name', from: file_name, to: null }])
        .announce('document.deleted', case_id, { document_id: id, case_id })
        .finish({ success: true as const });
    },
  ),
);

export const restoreDocument = handler(
  documentEndpoints.restore,
  { documents },
  ({ params }, { db, work, actor, now }) =>
    work.attempt(
      () => db.documents.require(params.id),
      async (record) => {
        assertAllowed(actor, 'document:delete', { addedBy: record.added_by?.id ?? null });
        if (record.deleted_at === null) throw new AppError('conflict', { detail: documentMessages.notDeleted });
        assertDocumentQuota(await db.documents.ofCase(record.case_id), record.size);
        const next = withStatus(record, { deleted_at: null }, now);
        const { id, case_id, file_name } = record;
        return work
          .add(db.documents.change(record, next))
          .audit('document.restored', case_id, [{ field: 'documents.file_name', from: null, to: file_name }])
          .announce('document.restored', case_id, { document_id: id, case_id })
          .finish(presentDocument({ ...next, version: record.version + 1 }, now));
      },
    ),
);
