import { applyScanResult, documentHandlers } from '#functions/documents/worker/apply-scan-result.ts';
import { bucket as documentBucket } from './wiring/documents.ts';
import { table as makeTable } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { keyWrapper, now } from './wiring.ts';

const dependencies = { table: makeTable(), bucket: documentBucket(), keyWrapper: keyWrapper(), now };

export const handler = work(documentHandlers(dependencies), { onScanned: applyScanResult(dependencies) });
