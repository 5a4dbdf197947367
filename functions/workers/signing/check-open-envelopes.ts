import { randomUUID } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import { envelopesDue } from '#functions/records/envelopes.ts';
import { keysOf } from '#functions/store/keys.ts';
import { announcement, outboxWrite } from '#functions/store/outbox.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import type { Table } from '#functions/store/table.ts';

interface PollDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
}

/** More than are due within five minutes where all is well; the others are the next runs'. */
const mostAtOnce = 1_000;
const keptSeconds = 2 * 24 * 3600;

/**
 * Has DocuSeal asked about envelopes of which nothing was heard for long: what its announcements missed is caught up with.
 * An envelope is asked about once an hour at most by this, so that nothing piles up while DocuSeal is down; the worker
 * that asks moves its time.
 */
export const checkOpenEnvelopes =
  ({ table, logger, now }: PollDependencies) =>
  async (): Promise<{ due: number; wanted: number; failed: number }> => {
    const at = now();
    const hour = at.toISOString().slice(0, 13);
    const due = await envelopesDue(table, at, mostAtOnce);
    const noteOf = ({ organizationId, id }: (typeof due)[number]) => keysOf(organizationId).envelopeCheck(id, hour);
    const noted = new Set((await table.getAll(due.map(noteOf))).map(({ pk }) => pk));
    const run = { due: due.length, wanted: 0, failed: 0 };
    for (const envelope of due) {
      const note = noteOf(envelope);
      if (noted.has(note.pk)) continue;
      const { organizationId, id } = envelope;
      const trace = { now: at, requestId: `signing-poll-${randomUUID()}` };
      const expires_at = Math.floor(at.getTime() / 1000) + keptSeconds;
      const announced = [announcement('envelope.check-wanted', id, { envelope_id: id })];
      try {
        await table.transact([
          { put: { ...note, expires_at }, when: 'absent', refused: () => new WriteConflict() },
          outboxWrite(keysOf(organizationId), organizationId, trace, announced),
        ]);
        run.wanted += 1;
      } catch (error) {
        if (error instanceof WriteConflict) continue;
        run.failed += 1;
        logger.error('not asked for', { organization_id: organizationId, reason: (error as Error).name });
      }
    }
    return run;
  };
