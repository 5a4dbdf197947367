import { endSessionsOf } from '#functions/platform/adapters/user-pool.ts';
import { inBackground } from '#functions/platform/workers/worker.ts';
import { onSignIn } from '#functions/team/worker/on-sign-in.ts';
import { table } from './wiring/table.ts';
import { cognito, logger, now } from './wiring.ts';

export const handler = inBackground(
  { logger, message: 'handled' },
  onSignIn({ table: table(), logger, now, endSessions: endSessionsOf(cognito()) }),
);
