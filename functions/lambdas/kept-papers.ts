import { storePrintouts } from '#functions/documents/worker/keep-papers.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { keyWrapper, logger, now, queue } from './wiring.ts';

const keeps = storePrintouts({ table: table(), bucket: bucket(), keyWrapper: keyWrapper() });

export const handler = createWorker(
  {
    'paper.printed': keeps.printed,
    'statement.finalized': keeps.statement,
    'statement.accepted': keeps.statement,
  },
  { logger, queue: queue(), now },
);
