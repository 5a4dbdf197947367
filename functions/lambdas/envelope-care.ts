import { envelopeCareHandlers } from '#functions/signatures/worker/envelope-care-handlers.ts';
import { table } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { keyWrapper, now } from './wiring.ts';

const handlers = envelopeCareHandlers({ table: table(), keyWrapper: keyWrapper(), now });

export const handler = work(handlers);
