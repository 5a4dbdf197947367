import { onZipRequested } from '#functions/documents/worker/on-zip-requested.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { bucket } from './parts/documents.ts';
import { table } from './parts/table.ts';
import { logger, now, queue } from './parts.ts';

export const handler = createWorker(
  { 'document.zip-requested': onZipRequested({ table: table(), bucket: bucket() }) },
  { logger, queue: queue(), now },
);
