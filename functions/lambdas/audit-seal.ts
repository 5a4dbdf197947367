import { sealEntries } from '#functions/workers/audit/seal-entries.ts';
import { logger, table } from './parts.ts';

export const handler = sealEntries({ table: table(), logger });
