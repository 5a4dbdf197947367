import { createWorker } from '#functions/kernel/worker.ts';
import { keepPapers } from '#functions/workers/paper/keep-papers.ts';
import { bucket } from './parts/documents.ts';
import { table } from './parts/table.ts';
import { keyWrapper, logger, now, queue } from './parts.ts';

export const handler = createWorker(keepPapers({ table: table(), bucket: bucket(), keyWrapper: keyWrapper() }), {
  logger,
  queue: queue(),
  now,
});
