import { linkSeconds } from '#domain/documents/document.rules.ts';
import { archiveEndpoints } from '#domain/exports/archive.endpoints.ts';
import { archiveMessages } from '#domain/exports/archive.schema.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/document-places.ts';
import { documentLinks } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { archives } from './repository.ts';
import { presentArchive } from './shared/present-archive.ts';

/** Every link is on record before it is given. */
export const downloadArchive = handler(
  archiveEndpoints.download,
  { archives, documentLinks },
  async ({ params }, { db, work, actor, documentLinks, now }) => {
    const record = await db.archives.require(params.id);
    const { state } = presentArchive(record, now);
    if (state === 'over') throw new AppError('gone', { detail: archiveMessages.over });
    if (state !== 'ready') throw new AppError('conflict', { detail: archiveMessages.notReady });
    const name = `stillwater-archive-${record.asked_at.slice(0, 10)}.zip`;
    const key = documentKey('zips', actor.organizationId, record.id);
    const linked = { name, type: 'application/zip', disposition: 'attachment' } as const;
    const download_url = await documentLinks(actor.organizationId, key, linked, now);
    await work.audit('archive.downloaded', actor.organizationId).step();
    return { download_url, expires_at: new Date(now.getTime() + linkSeconds * 1000).toISOString() };
  },
);
