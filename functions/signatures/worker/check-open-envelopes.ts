import { randomUUID } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { outboxWrite, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { envelopesDue, type OpenEnvelope } from '#functions/signatures/repository/envelopes.ts';

interface PollDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
  budgetMs?: number;
}

const maxAtOnce = 1_000;
const perPage = 500;
const retentionSeconds = 2 * 24 * 3600;

interface Polled extends Record<string, number> {
  due: number;
  wanted: number;
  failed: number;
}

/** Requests a poll of these envelopes, unless one was requested within the hour. */
const askAbout = async (
  { table, logger }: PollDependencies,
  due: readonly OpenEnvelope[],
  at: Date,
): Promise<Pick<Polled, 'wanted' | 'failed'>> => {
  const hour = at.toISOString().slice(0, 13);
  const noteOf = ({ organizationId, id }: OpenEnvelope) => keysOf(organizationId).envelopeCheck(id, hour);
  const noted = new Set((await table.getAll(due.map(noteOf))).map(({ pk }) => pk));
  const counts = { wanted: 0, failed: 0 };
  for (const envelope of due) {
    const note = noteOf(envelope);
    if (noted.has(note.pk)) continue;
    const { organizationId, id } = envelope;
    const trace = { now: at, requestId: `signing-poll-${randomUUID()}` };
    const expires_at = Math.floor(at.getTime() / 1000) + retentionSeconds;
    const announced = [pendingEvent('envelope.check-wanted', id, { envelope_id: id })];
    try {
      await table.transact([
        { put: { ...note, expires_at }, when: 'absent', refused: () => new WriteConflictError() },
        outboxWrite(keysOf(organizationId), organizationId, trace, announced),
      ]);
      counts.wanted += 1;
    } catch (error) {
      if (error instanceof WriteConflictError) continue;
      counts.failed += 1;
      logger.error('not asked for', { organization_id: organizationId, reason: (error as Error).name });
    }
  }
  return counts;
};

/**
 * Requests polls of envelopes without news, in case webhooks were lost. Each is requested once an hour at most, so
 * that nothing piles up while DocuSeal is down; the worker sets the next poll. Envelopes of a disconnected account
 * stay due longest, so the run continues after them.
 */
export const checkOpenEnvelopes = (dependencies: PollDependencies) => async (): Promise<Polled> => {
  const { table, now, budgetMs = 45_000 } = dependencies;
  const began = performance.now();
  const at = now();
  const run: Polled = { due: 0, wanted: 0, failed: 0 };
  for (let behind: string | undefined; ; ) {
    const due = await envelopesDue(table, at, perPage, behind);
    const { wanted, failed } = await askAbout(dependencies, due, at);
    run.due += due.length;
    run.wanted += wanted;
    run.failed += failed;
    behind = due.at(-1)?.position;
    const isLate = performance.now() - began > budgetMs;
    if (due.length < perPage || run.wanted >= maxAtOnce || isLate) return run;
  }
};
