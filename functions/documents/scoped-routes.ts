import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { typeOf } from '#domain/documents/document-type.ts';
import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import { documentKey, linkSeconds } from '#domain/shared/operations/deployment.ts';
import { documentsReadOnly } from '#functions/documents/repository/documents.ts';
import { documentLinks } from '#functions/platform/api/dependencies.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { linkedZip } from './shared/zip-requests.ts';

const needs = { documents: documentsReadOnly, documentLinks };

const downloadDocument = handler(
  documentEndpoints.download,
  needs,
  async ({ params, query }, { db, actor, documentLinks, now }) => {
    const { id, kind, status, content_type: type, file_name: name } = await db.documents.requireReadable(params.id);
    if (kind === 'identification_photo') throw notFound();
    if (status !== 'ready' || type === null) throw new AppError('conflict', { detail: documentMessages.notClean });
    const { disposition = 'attachment' } = query;
    // Browsers show these types safely; other types could contain scripts.
    if (disposition === 'inline' && !typeOf(type).shown)
      throw new AppError('conflict', { detail: documentMessages.notShown });
    const key = documentKey('clean', actor.organizationId, id);
    return {
      download_url: await documentLinks(actor.organizationId, key, { name, type, disposition }, now),
      expires_at: new Date(now.getTime() + linkSeconds * 1000).toISOString(),
    };
  },
);

const getZip = handler(documentEndpoints.getZip, needs, async ({ params }, { db, documentLinks, now }) =>
  linkedZip(await db.documents.requireZip(params.id), { links: documentLinks, now }),
);

/** Each look is recorded before the link is given. */
const lookAtPhoto = handler(
  documentEndpoints.look,
  needs,
  async ({ params }, { db, actor, documentLinks, work, now }) => {
    const {
      id,
      case_id,
      kind,
      status,
      content_type: type,
      file_name: name,
    } = await db.documents.requireUndeleted(params.id);
    if (kind !== 'identification_photo') throw notFound();
    if (status !== 'ready' || type === null) throw new AppError('conflict', { detail: documentMessages.notClean });
    const key = documentKey('clean', actor.organizationId, id);
    const disposition = typeOf(type).shown ? 'inline' : 'attachment';
    return work.audit('care.photo_seen', case_id).finish({
      download_url: await documentLinks(actor.organizationId, key, { name, type, disposition }, now),
      expires_at: new Date(now.getTime() + linkSeconds * 1000).toISOString(),
    });
  },
);

export const documentScopedRoutes = organizationScopedRoutes(documentEndpoints, {
  download: downloadDocument,
  look: lookAtPhoto,
  getZip,
});
