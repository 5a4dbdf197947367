import { createWorker } from '#functions/kernel/worker.ts';
import { onCaseDeleted } from '#functions/workers/documents/remove-documents.ts';
import { onReportConverted, onReportDeleted } from '#functions/workers/documents/family-uploads.ts';
import { applyScanResult } from '#functions/workers/documents/apply-scan-result.ts';
import { bucket as documentBucket } from './parts/documents.ts';
import { table as makeTable } from './parts/table.ts';
import { keyWrapper, logger, now, queue } from './parts.ts';

const dependencies = { table: makeTable(), bucket: documentBucket(), keyWrapper: keyWrapper(), now };

export const handler = createWorker(
  {
    'case.deleted': onCaseDeleted(dependencies),
    'submission.converted': onReportConverted(dependencies),
    'submission.deleted': onReportDeleted(dependencies),
  },
  { logger, queue: queue(), now, onScanned: applyScanResult(dependencies) },
);
