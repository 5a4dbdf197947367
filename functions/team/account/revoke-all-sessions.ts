import { setTimeout as wait } from 'node:timers/promises';
import type { count } from '#functions/platform/adapters/metrics.ts';
import type { EndSessions } from '#functions/platform/adapters/user-pool.ts';
import { untilSignInCounts } from '#functions/team/repository/sessions.ts';

interface Context {
  endSessions: EndSessions;
  request: { bearer: string };
  count: typeof count;
  now: Date;
}

/**
 * The user pool follows what the table says already: no refresh, and nothing done at the pool with a token of before. A
 * pool that cannot be reached is counted and turns nobody back, as the table alone decides about calls. Answers when a
 * new sign-in counts.
 */
export const revokeAllSessions = async ({ endSessions, request, count, now }: Context): Promise<void> => {
  const counts = wait(untilSignInCounts(now));
  await endSessions(request.bearer).catch(() => count('PoolSessionsLeft'));
  await counts;
};
