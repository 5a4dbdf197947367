import { archiveEndpoints } from '#domain/archives/archive.endpoints.ts';
import { disclosuresOf } from '#functions/kernel/handler.ts';
import { askArchive } from './ask-archive.ts';
import { downloadArchive } from './download-archive.ts';
import { listArchives } from './list-archives.ts';

export const archiveDisclosures = disclosuresOf(archiveEndpoints, {
  list: listArchives,
  ask: askArchive,
  download: downloadArchive,
});
