import { v7 as uuid } from 'uuid';
import { archiveEndpoints } from '#domain/exports/archive.endpoints.ts';
import { archiveMessages, givenUpHours, listedDays } from '#domain/exports/archive.schema.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { type ArchiveRecord, archives } from './repository.ts';
import { presentArchive } from './shared/present-archive.ts';

/** A worker makes the file: it may be gigabytes, and no call waits so long. */
export const askArchive = handler(archiveEndpoints.ask, { archives }, async (_, { db, work, actor, now }) => {
  const since = new Date(now.getTime() - givenUpHours * 3_600_000).toISOString();
  const isUnderWay = ({ state, asked_at }: ArchiveRecord): boolean => state === 'making' && asked_at > since;
  const last = await db.archives.last();
  if ((await db.archives.all()).some(isUnderWay)) throw new AppError('conflict', { detail: archiveMessages.underWay });
  const record: ArchiveRecord = {
    ...{ id: uuid({ msecs: now.getTime() }), organization_id: actor.organizationId, version: 1, state: 'making' },
    ...{ asked_at: now.toISOString(), asked_by_name: actor.name, ready_at: null, size: 0, records: 0, files: 0 },
    expires_at: Math.floor(now.getTime() / 1000) + listedDays * 86_400,
  };
  return work
    .add(db.archives.create(record), db.archives.follows(record, last))
    .audit('archive.asked', actor.organizationId)
    .announce('archive.requested', actor.organizationId, { archive_id: record.id })
    .finish(presentArchive(record, now));
});
