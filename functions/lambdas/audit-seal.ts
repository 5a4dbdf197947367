import { sealTrails } from '#functions/audit/seal-trails.ts';
import { scheduled } from '#functions/platform/workers/schedule.ts';
import { auditSigner } from './parts/audit-key.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = scheduled({ logger }, sealTrails({ table: table(), logger, now, signer: auditSigner() }));
