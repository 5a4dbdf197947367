import { applyScanResult, onReportConverted, onReportDeleted } from '#functions/documents/worker/apply-scan-result.ts';
import { onCaseDeleted } from '#functions/documents/worker/sweep-documents.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { bucket as documentBucket } from './wiring/documents.ts';
import { table as makeTable } from './wiring/table.ts';
import { keyWrapper, logger, now, queue } from './wiring.ts';

const dependencies = { table: makeTable(), bucket: documentBucket(), keyWrapper: keyWrapper(), now };

export const handler = createWorker(
  {
    'case.deleted': onCaseDeleted(dependencies),
    'submission.converted': onReportConverted(dependencies),
    'submission.deleted': onReportDeleted(dependencies),
  },
  { logger, queue: queue(), now, onScanned: applyScanResult(dependencies) },
);
