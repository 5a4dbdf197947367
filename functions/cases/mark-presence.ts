import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { casePresence } from '#functions/cases/repository/case-presence.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { handler } from '#functions/platform/api/handler.ts';

/** Two small items are read and one is written; nothing of it is on record, and nothing is projected from it. */
export const markPresence = handler(
  caseEndpoints.presence,
  { cases, presence: casePresence },
  async ({ params: { id }, body }, { db, actor, now }) => {
    await db.cases.requireCore(id);
    if (body.leaving) await db.presence.leave(id, actor.id);
    else await db.presence.stay(id, actor, body.section ?? null, now);
    return { others: await db.presence.others(id, actor.id, now) };
  },
);
