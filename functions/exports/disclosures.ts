import { archiveEndpoints } from '#domain/exports/archive.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { askArchive } from './ask-archive.ts';
import { downloadArchive } from './download-archive.ts';
import { listArchives } from './list-archives.ts';

export const archiveDisclosures = organizationScopedRoutes(archiveEndpoints, {
  list: listArchives,
  ask: askArchive,
  download: downloadArchive,
});
