import { storePrintouts } from '#functions/documents/worker/keep-papers.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { bucket } from './parts/documents.ts';
import { table } from './parts/table.ts';
import { keyWrapper, logger, now, queue } from './parts.ts';

const keeps = storePrintouts({ table: table(), bucket: bucket(), keyWrapper: keyWrapper() });

export const handler = createWorker(
  {
    'paper.printed': keeps.printed,
    'statement.finalized': keeps.statement,
    'statement.accepted': keeps.statement,
  },
  { logger, queue: queue(), now },
);
