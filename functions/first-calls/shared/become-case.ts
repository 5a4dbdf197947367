import type { FirstCallRecord, FirstCalls } from '#functions/first-calls/repository/first-calls.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';

interface Context<Action extends 'first-call.converted' | 'first-call.attached'> {
  db: { firstCalls: FirstCalls };
  work: Work<Action, 'first-call.converted'>;
  actor: Actor;
  now: Date;
}

const become = <Action extends 'first-call.converted' | 'first-call.attached'>(
  { db, work, actor, now }: Context<Action>,
  action: Action,
  sheet: FirstCallRecord,
  { id: case_id, case_number }: { id: string; case_number: string },
): void => {
  const converted: FirstCallRecord = {
    ...sheet,
    status: 'converted',
    case_id,
    case_number,
    ...(sheet.status === 'converted' ? {} : { converted_from: sheet.status }),
    updated_at: now.toISOString(),
    updated_by_name: actor.name,
    version: sheet.version + 1,
  };
  work
    .add(db.firstCalls.change(sheet, converted))
    .audit(action, sheet.id, [{ field: 'case_number', from: null, to: case_number }])
    .announce('first-call.converted', sheet.id, { first_call_id: sheet.id, case_id });
};

/**
 * Adds to the work that a sheet was converted, or that a new case names it. Throws `WriteConflictError` if the sheet
 * changes concurrently.
 */
export const markConverted = (
  context: Context<'first-call.converted'>,
  sheet: FirstCallRecord,
  caseRecord: { id: string; case_number: string },
): void => become(context, 'first-call.converted', sheet, caseRecord);

/** Adds to the work that a sheet was attached to a case. Throws as `markConverted`. */
export const markAttached = (
  context: Context<'first-call.attached'>,
  sheet: FirstCallRecord,
  caseRecord: { id: string; case_number: string },
): void => become(context, 'first-call.attached', sheet, caseRecord);
