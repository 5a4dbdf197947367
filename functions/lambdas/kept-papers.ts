import { printoutHandlers } from '#functions/documents/worker/keep-papers.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { keyWrapper } from './wiring.ts';

export const handler = work(printoutHandlers({ table: table(), bucket: bucket(), keyWrapper: keyWrapper() }));
