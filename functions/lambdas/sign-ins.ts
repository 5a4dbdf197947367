import { endSessionsOf } from '#functions/adapters/user-pool.ts';
import { inBackground } from '#functions/kernel/background.ts';
import { onSignIn } from '#functions/workers/sign-ins/on-sign-in.ts';
import { table } from './parts/table.ts';
import { cognito, logger, now } from './parts.ts';

export const handler = inBackground(
  { logger, message: 'handled' },
  onSignIn({ table: table(), logger, now, endSessions: endSessionsOf(cognito()) }),
);
