import { setting } from '#functions/adapters/env.ts';
import { malwareScan } from '#functions/adapters/malware-scan.ts';
import { scheduled } from '#functions/kernel/schedule.ts';
import { sweepDocuments } from '#functions/workers/documents/sweep-documents.ts';
import { bucket } from './parts/documents.ts';
import { table } from './parts/table.ts';
import { logger, now } from './parts.ts';

const askScan = malwareScan(setting('DOCUMENTS_BUCKET'));

export const handler = scheduled(
  { logger },
  sweepDocuments({ table: table(), bucket: bucket(), askScan, now, logger }),
);
