import { v7 as uuid } from 'uuid';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { nameForType, safeName, scanTimeoutMinutes } from '#domain/documents/document.rules.ts';
import type { Document, DocumentList } from '#domain/documents/document.schema.ts';
import { documentMessages, pdfFlaws, rejectionMessages } from '#domain/documents/document-messages.ts';
import { type DocumentKind, typeOf } from '#domain/documents/document-type.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { documentKey, linkSeconds } from '#domain/shared/operations/deployment.ts';
import { caseHeaders } from '#functions/cases/repository/cases.ts';
import { submissionsReadOnly } from '#functions/intake/repository/submissions.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { documentIntake } from '#functions/platform/api/dependencies.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { type DocumentRecord, type DocumentZipRecord, documents } from './repository/documents.ts';
import {
  assertDocumentQuota,
  documentChanges,
  newDocument,
  nextActionAt,
  takingIn,
  withStatus,
} from './shared/start-upload.ts';
import { isInZip, newZip } from './shared/zip-requests.ts';

const noteOf = ({ status, refused_for, checking_since, flaw, content_type }: DocumentRecord, now: Date): string => {
  if (status === 'ready' && content_type === 'image/heic') return documentMessages.noHeicPreview;
  if (status === 'ready') return flaw ? pdfFlaws[flaw] : '';
  if (status === 'refused') return rejectionMessages[refused_for ?? 'unreadable'];
  if (status === 'uploading') return documentMessages.uploading;
  const waited = now.getTime() - Date.parse(checking_since ?? now.toISOString());
  return waited > scanTimeoutMinutes * 60_000 ? documentMessages.heldLong : documentMessages.checking;
};

export const presentDocument = (record: DocumentRecord, now: Date): Document => ({
  id: record.id,
  version: record.version,
  case_id: record.case_id,
  file_name: record.file_name,
  description: record.description,
  kind: record.kind,
  state: record.status,
  note: noteOf(record, now),
  content_type: record.content_type,
  size: record.size,
  can_preview:
    record.status === 'ready' && !record.flaw && record.content_type !== null && !!typeOf(record.content_type).shown,
  series: record.series,
  revision: record.revision,
  is_made: record.made,
  created_at: record.created_at,
  updated_at: record.updated_at,
  added_by: record.added_by?.id ?? null,
  added_by_name: record.added_by?.name ?? (record.from_family ? 'The family' : 'Stillwater'),
});

/** Throws 403 for an identification photo that the caller may not see, and 400 if a document would become or cease to be one. */
const assertPhotoRules = (
  actor: Actor,
  record: Pick<DocumentRecord, 'kind'>,
  next: { kind?: DocumentKind | undefined } = {},
): void => {
  if (record.kind === 'identification_photo' && !hasPermission(actor, 'care:photo')) throw new AppError('forbidden');
  const { kind = record.kind } = next;
  if (kind !== record.kind && [kind, record.kind].includes('identification_photo'))
    throw invalid({ kind: [documentMessages.photoStays] });
};

const presentDocuments = (all: readonly DocumentRecord[], now: Date): DocumentList => {
  const undeleted = all.filter(({ deleted_at }) => deleted_at === null);
  return {
    count: undeleted.length,
    next: null,
    previous: null,
    total_bytes: undeleted.reduce((sum, { status, size }) => sum + (status === 'refused' ? 0 : size), 0),
    results: undeleted.map((record) => presentDocument(record, now)),
  };
};

const updateDocument = handler(documentEndpoints.update, { documents }, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.documents.requireUndeleted(params.id),
    async (record) => {
      const { version, file_name, ...sentFields } = body;
      assertPhotoRules(actor, record, sentFields);
      if (version !== undefined && version !== record.version)
        throw conflictError(documentEndpoints.update, { current: presentDocument(record, now) });
      const name = file_name === undefined ? record.file_name : safeName(file_name);
      if (file_name !== undefined && name === 'document')
        throw invalid({ file_name: ['File name cannot be used. Choose another one.'] });
      const type = record.content_type;
      const next = { ...record, ...sentFields, file_name: type ? nameForType(name, type) : name };
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

const deleteDocument = handler(documentEndpoints.delete, { documents }, ({ params }, { db, work, actor, now }) =>
  work.attempt(
    () => db.documents.requireUndeleted(params.id),
    async (record) => {
      assertAllowed(actor, 'document:delete', { addedBy: record.added_by?.id ?? null });
      assertPhotoRules(actor, record);
      const { id, case_id, file_name } = record;
      return work
        .add(db.documents.change(record, withStatus(record, { deleted_at: now.toISOString() }, now)))
        .audit('document.deleted', case_id, [{ field: 'documents.file_name', from: file_name, to: null }])
        .announce('document.deleted', case_id, { document_id: id, case_id })
        .finish({ success: true as const });
    },
  ),
);

const restoreDocument = handler(documentEndpoints.restore, { documents }, ({ params }, { db, work, actor, now }) =>
  work.attempt(
    () => db.documents.require(params.id),
    async (record) => {
      assertAllowed(actor, 'document:delete', { addedBy: record.added_by?.id ?? null });
      assertPhotoRules(actor, record);
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

const beginUpload = handler(documentEndpoints.begin, { cases: caseHeaders, documents }, async ({ body }, context) => {
  const { db, work, now } = context;
  const record = await newDocument(context, body);
  return work.add(db.documents.create(record)).finish(presentDocument(record, now));
});

const getUploadForm = handler(
  documentEndpoints.uploadForm,
  { documents, documentIntake },
  async ({ params }, { db, actor, documentIntake, now }) => {
    const { id, status, size, made } = await db.documents.requireUndeleted(params.id);
    // Only workers upload generated documents.
    if (status !== 'uploading' || made) throw new AppError('conflict', { detail: documentMessages.notUploading });
    const form = await documentIntake.uploadForm(documentKey('quarantine', actor.organizationId, id), size);
    return { ...form, expires_at: new Date(now.getTime() + linkSeconds * 1000).toISOString() };
  },
);

/** A second call changes nothing. The scan starts with the upload and may already have a result. */
const completeUpload = handler(
  documentEndpoints.complete,
  { documents, documentIntake },
  ({ params }, { db, work, actor, documentIntake, now }) =>
    work.attempt(
      () => db.documents.requireUndeleted(params.id),
      async (record) => {
        if (record.status !== 'uploading') return work.finish(presentDocument(record, now));
        const size = await documentIntake.sizeOf(documentKey('quarantine', actor.organizationId, record.id));
        if (size === undefined) {
          // The document is already removed if its scan was faster than this call.
          const settled = await db.documents.requireUndeleted(record.id);
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

/** A worker generates the file, because gigabytes take longer than a call may. */
const zipDocuments = handler(
  documentEndpoints.zip,
  { cases: caseHeaders, documents },
  async ({ body: { case_id } }, { db, work, actor, now }) => {
    const answer = ({ id, state, count, size }: DocumentZipRecord) => ({
      id,
      case_id,
      state,
      count,
      size,
      download_url: null,
    });
    return work.attempt(async () => {
      const [{ case_number }, all] = await Promise.all([db.cases.requireCore(case_id), db.documents.ofCase(case_id)]);
      const { zip, lastId } = await db.documents.runningZip(case_id, now);
      if (zip) return work.finish(answer(zip));
      const ready = all.filter(isInZip);
      if (ready.length === 0) throw new AppError('conflict', { detail: documentMessages.nothingToZip });
      const id = uuid({ msecs: now.getTime() });
      const about = { id, organization_id: actor.organizationId, case_id, case_number, count: ready.length };
      const record = newZip(about, now);
      return work
        .add(...db.documents.createZip(record, lastId, now))
        .audit('document.zipped', case_id, [{ field: 'documents.count', from: null, to: ready.length }])
        .announce('document.zip-requested', case_id, { zip_id: id, case_id })
        .finish(answer(record));
    });
  },
);

/** The documented call contains the file. Its record is stored first, so that the bucket contains no unknown file. */
const uploadDocument = handler(documentEndpoints.upload, takingIn, async ({ body }, context) => {
  const { db, work, documentIntake, now } = context;
  const { file } = body.files;
  if (file.bytes.byteLength === 0) throw invalid({ file: [rejectionMessages.empty] });
  const announced = await newDocument(context, { ...body.fields, file_name: file.name, size: file.bytes.byteLength });
  const id = await work.add(db.documents.create(announced)).begin(announced.id);
  // A repeated attempt must not restore a file that its scan removed.
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

/** Files that a family sent with a report; after conversion they are in the case. */
const listReportPapers = handler(
  documentEndpoints.ofReport,
  { submissions: submissionsReadOnly, documents },
  async ({ params: { id } }, { db, now }) => {
    const [, all] = await Promise.all([db.submissions.require(id), db.documents.ofCase(id)]);
    return presentDocuments(all, now);
  },
);

const listDocuments = handler(
  documentEndpoints.list,
  { cases: caseHeaders, documents },
  async ({ query: { case_id, kind } }, { db, actor, now }) => {
    if (kind && !hasPermission(actor, 'care:photo')) throw new AppError('forbidden');
    const [, all] = await Promise.all([db.cases.requireCore(case_id), db.documents.ofCase(case_id)]);
    return presentDocuments(
      all.filter((record) => (record.kind === 'identification_photo') === (kind !== undefined)),
      now,
    );
  },
);

export const documentRoutes = routesOf(documentEndpoints, {
  list: listDocuments,
  ofReport: listReportPapers,
  begin: beginUpload,
  uploadForm: getUploadForm,
  complete: completeUpload,
  upload: uploadDocument,
  update: updateDocument,
  delete: deleteDocument,
  restore: restoreDocument,
  zip: zipDocuments,
});
