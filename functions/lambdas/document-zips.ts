import { zipHandlers } from '#functions/documents/worker/on-zip-requested.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { work } from './wiring/worker.ts';

export const handler = work(zipHandlers({ table: table(), bucket: bucket() }));
