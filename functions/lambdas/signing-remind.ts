import { scheduled } from '#functions/platform/workers/worker.ts';
import { remindSigners } from '#functions/signatures/worker/remind-signers.ts';
import { table } from './wiring/table.ts';
import { keyWrapper, logger, now } from './wiring.ts';

export const handler = scheduled({ logger }, remindSigners({ table: table(), logger, now, keyWrapper: keyWrapper() }));
