import { onZipRequested } from '#functions/documents/worker/on-zip-requested.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { logger, now, queue } from './wiring.ts';

export const handler = createWorker(
  { 'document.zip-requested': onZipRequested({ table: table(), bucket: bucket() }) },
  { logger, queue: queue(), now },
);
