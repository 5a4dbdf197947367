import { v7 as uuid } from 'uuid';
import { archiveEndpoints, archiveMessages, givenUpHours, listedDays } from '#domain/exports/archive.endpoints.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { documentKey, linkSeconds } from '#domain/shared/operations/deployment.ts';
import { documentLinks } from '#functions/platform/api/dependencies.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { type ArchiveRecord, archives, presentArchive } from './repository.ts';

/** The audit entry of a link is written before the link is returned. */
const downloadArchive = handler(
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

/** A worker creates the file, which may be gigabytes and takes longer than a call. */
const askArchive = handler(archiveEndpoints.ask, { archives }, async (_, { db, work, actor, now }) => {
  const since = new Date(now.getTime() - givenUpHours * 3_600_000).toISOString();
  const isUnderWay = ({ state, asked_at }: ArchiveRecord): boolean => state === 'making' && asked_at > since;
  const last = await db.archives.last();
  if ((await db.archives.all()).some(isUnderWay)) throw new AppError('conflict', { detail: archiveMessages.underWay });
  const record: ArchiveRecord = {
    id: uuid({ msecs: now.getTime() }),
    organization_id: actor.organizationId,
    version: 1,
    state: 'making',
    asked_at: now.toISOString(),
    asked_by_name: actor.name,
    ready_at: null,
    size: 0,
    records: 0,
    files: 0,
    expires_at: Math.floor(now.getTime() / 1000) + listedDays * 86_400,
  };
  return work
    .add(db.archives.create(record), db.archives.follows(record, last))
    .audit('archive.asked', actor.organizationId)
    .announce('archive.requested', actor.organizationId, { archive_id: record.id })
    .finish(presentArchive(record, now));
});

const listArchives = handler(archiveEndpoints.list, { archives }, async (_, { db, now }) => ({
  results: (await db.archives.all()).map((record) => presentArchive(record, now)),
}));

export const archiveScopedRoutes = organizationScopedRoutes(archiveEndpoints, {
  list: listArchives,
  ask: askArchive,
  download: downloadArchive,
});
