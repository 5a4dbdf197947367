import { sealTrails } from '#functions/audit/seal-trails.ts';
import { scheduled } from '#functions/platform/workers/worker.ts';
import { auditSigner } from './wiring/audit-key.ts';
import { table } from './wiring/table.ts';
import { logger, now } from './wiring.ts';

export const handler = scheduled({ logger }, sealTrails({ table: table(), logger, now, signer: auditSigner() }));
