import { scheduled } from '#functions/platform/workers/worker.ts';
import { checkOpenEnvelopes } from '#functions/signatures/worker/check-open-envelopes.ts';
import { table } from './wiring/table.ts';
import { logger, now } from './wiring.ts';

export const handler = scheduled({ logger }, checkOpenEnvelopes({ table: table(), logger, now }));
