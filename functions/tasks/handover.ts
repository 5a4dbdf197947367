import { v7 as uuid } from 'uuid';
import { AppError } from '#domain/shared/contract/errors.ts';
import { handoverMessages } from '#domain/tasks/handover.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { type HandoverRecord, handovers, onDuty, recentChanges } from './repository/handovers.ts';

const maxShown = 10;
const maxMs = 48 * 3_600_000;

/** Returns when a person last looked: wrote a note, or took over before being on duty now. */
const lookedAt = (latest: readonly HandoverRecord[], duty: HandoverRecord['confirmed'], id: string) =>
  latest
    .flatMap(({ confirmed, written_by, written_at }) => [
      ...(confirmed?.by === id && confirmed.at !== duty?.at ? [confirmed.at] : []),
      ...(written_by === id ? [written_at] : []),
    ])
    .toSorted()
    .at(-1);

const showHandover = handler(taskEndpoints.handover, { handovers, recentChanges }, async (_, { db, actor, now }) => {
  const latest = await db.handovers.latest(maxShown);
  const [current = null, ...earlier] = latest;
  const duty = onDuty(latest);
  const looked = lookedAt(latest, duty, actor.id);
  const earliest = new Date(now.getTime() - maxMs).toISOString();
  const since = looked && looked > earliest ? looked : earliest;
  const { changes, isComplete } = await db.recentChanges.since(since, actor.id);
  return {
    current,
    earlier,
    since,
    changes,
    is_complete: isComplete,
    on_duty: duty && { id: duty.by, name: duty.by_name, since: duty.at },
  };
});

const conflict = (detail: string) => new AppError('conflict', { detail });

const needs = { handovers };

/** Returns the latest hand-over, and itself as the open one until someone confirms it. Throws 409 if it changed. */
const readLast = async (db: { handovers: ReturnType<typeof handovers.in> }, version: number) => {
  const [last] = await db.handovers.latest(1);
  if (version !== (last?.version ?? 0)) throw conflict(handoverMessages.stale);
  return { last, open: last?.confirmed ? undefined : last };
};

/** The version continues from the last hand-over, so that no edit of that one replaces the next note. */
const nextHandover = (last: HandoverRecord | undefined, now: Date): HandoverRecord => ({
  id: uuid({ msecs: now.getTime() }),
  number: (last?.number ?? 0) + 1,
  version: last?.version ?? 0,
  note: '',
  confirmed: null,
  written_by: null,
  written_by_name: '',
  written_at: now.toISOString(),
});

const writeHandover = handler(taskEndpoints.writeHandover, needs, ({ body }, { db, work, actor, now }) =>
  work.attempt(async () => {
    const { last, open } = await readLast(db, body.version);
    const next = {
      ...(open ?? nextHandover(last, now)),
      note: body.note,
      written_by: actor.id,
      written_by_name: actor.name,
      written_at: now.toISOString(),
    };
    return work
      .add(db.handovers.put(open, next))
      .audit('handover.written', actor.organizationId)
      .finish({ ...next, version: next.version + 1 });
  }),
);

/** The writer of the note cannot confirm it; without a note anyone may take over. */
const confirmHandover = handler(taskEndpoints.confirmHandover, needs, ({ body }, { db, work, actor, now }) =>
  work.attempt(async () => {
    const { last, open } = await readLast(db, body.version);
    if (open?.written_by === actor.id) throw conflict(handoverMessages.byAnother);
    const confirmed = { by: actor.id, by_name: actor.name, at: now.toISOString(), answer: body.answer };
    const next = { ...(open ?? nextHandover(last, now)), confirmed };
    return work
      .add(db.handovers.put(open, next))
      .audit('handover.confirmed', actor.organizationId)
      .finish({ ...next, version: next.version + 1 });
  }),
);

export const handoverRoutes = { handover: showHandover, writeHandover, confirmHandover };
