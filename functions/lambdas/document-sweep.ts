import { sweepDocuments } from '#functions/documents/worker/sweep-documents.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { malwareScan } from '#functions/platform/adapters/malware-scan.ts';
import { scheduled } from '#functions/platform/workers/schedule.ts';
import { bucket } from './parts/documents.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

const askScan = malwareScan(setting('DOCUMENTS_BUCKET'));

export const handler = scheduled(
  { logger },
  sweepDocuments({ table: table(), bucket: bucket(), askScan, now, logger }),
);
