import { scheduled } from '#functions/kernel/schedule.ts';
import { checkOpenEnvelopes } from '#functions/workers/signing/check-open-envelopes.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = scheduled({ logger }, checkOpenEnvelopes({ table: table(), logger, now }));
