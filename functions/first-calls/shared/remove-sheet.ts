import type { FirstCallRecord, FirstCalls } from '#functions/first-calls/repository/first-calls.ts';
import type { Work } from '#functions/platform/api/work.ts';
import type { createSsnRepository } from '#functions/ssn/repository.ts';

interface RemovalContext {
  db: { firstCalls: Pick<FirstCalls, 'remove'>; ssn: Pick<ReturnType<typeof createSsnRepository>, 'remove'> };
  work: Work<'first-call.deleted', 'first-call.deleted'>;
}

/** Takes a sheet away with its number; nothing is committed yet. */
export const removeSheet = ({ db, work }: RemovalContext, sheet: FirstCallRecord): void => {
  const { id, ssn_id } = sheet;
  work
    .add(db.firstCalls.remove(sheet), ssn_id ? db.ssn.remove(ssn_id) : undefined)
    .audit('first-call.deleted', id)
    .announce('first-call.deleted', id, { first_call_id: id });
};
