import { verifyChains } from '#functions/workers/audit/verify-chains.ts';
import { logger, now, table } from './parts.ts';

export const handler = verifyChains({ table: table(), logger, now });
