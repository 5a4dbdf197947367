import { archiveEndpoints } from '#domain/exports/archive.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { archives } from './repository.ts';
import { presentArchive } from './shared/present-archive.ts';

export const listArchives = handler(archiveEndpoints.list, { archives }, async (_, { db, now }) => ({
  results: (await db.archives.all()).map((record) => presentArchive(record, now)),
}));
