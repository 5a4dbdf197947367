import { createWorker } from '#functions/kernel/worker.ts';
import { envelopeCareHandlers } from '#functions/workers/signing/envelope-care-handlers.ts';
import { table } from './parts/table.ts';
import { keyWrapper, logger, now, queue } from './parts.ts';

const handlers = envelopeCareHandlers({ table: table(), keyWrapper: keyWrapper(), now });

export const handler = createWorker(handlers, { logger, queue: queue(), now });
