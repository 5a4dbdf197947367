import { verifyTrails } from '#functions/audit/verify-trails.ts';
import { scheduled } from '#functions/platform/workers/schedule.ts';
import { auditProof } from './parts/audit-key.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

export const handler = scheduled({ logger }, verifyTrails({ table: table(), logger, now, proof: auditProof() }));
