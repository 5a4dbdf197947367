import { verifyTrails } from '#functions/audit/verify-trails.ts';
import { scheduled } from '#functions/platform/workers/worker.ts';
import { auditProof } from './wiring/audit-key.ts';
import { table } from './wiring/table.ts';
import { logger, now } from './wiring.ts';

export const handler = scheduled({ logger }, verifyTrails({ table: table(), logger, now, proof: auditProof() }));
