import { scheduled } from '#functions/platform/workers/schedule.ts';
import { remindSigners } from '#functions/signatures/worker/remind-signers.ts';
import { table } from './parts/table.ts';
import { keyWrapper, logger, now } from './parts.ts';

export const handler = scheduled({ logger }, remindSigners({ table: table(), logger, now, keyWrapper: keyWrapper() }));
