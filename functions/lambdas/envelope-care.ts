import { createWorker } from '#functions/platform/workers/worker.ts';
import { envelopeCareHandlers } from '#functions/signatures/worker/envelope-care-handlers.ts';
import { table } from './wiring/table.ts';
import { keyWrapper, logger, now, queue } from './wiring.ts';

const handlers = envelopeCareHandlers({ table: table(), keyWrapper: keyWrapper(), now });

export const handler = createWorker(handlers, { logger, queue: queue(), now });
