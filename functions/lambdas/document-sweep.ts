import { sweepDocuments } from '#functions/documents/worker/sweep-documents.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { malwareScan } from '#functions/platform/adapters/malware-scan.ts';
import { scheduled } from '#functions/platform/workers/worker.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { logger, now } from './wiring.ts';

const askScan = malwareScan(setting('DOCUMENTS_BUCKET'));

export const handler = scheduled(
  { logger },
  sweepDocuments({ table: table(), bucket: bucket(), askScan, now, logger }),
);
