import { applyScanResult, onReportConverted, onReportDeleted } from '#functions/documents/worker/apply-scan-result.ts';
import { onCaseDeleted } from '#functions/documents/worker/sweep-documents.ts';
import { bucket as documentBucket } from './wiring/documents.ts';
import { table as makeTable } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { keyWrapper, now } from './wiring.ts';

const dependencies = { table: makeTable(), bucket: documentBucket(), keyWrapper: keyWrapper(), now };

export const handler = work(
  {
    'case.deleted': onCaseDeleted(dependencies),
    'submission.converted': onReportConverted(dependencies),
    'submission.deleted': onReportDeleted(dependencies),
  },
  { onScanned: applyScanResult(dependencies) },
);
