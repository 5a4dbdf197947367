import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { type CaseAction, statusAfter } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { announceCaseSheets } from '#functions/calendar/shared/announce-sheets.ts';
import {
  type CaseRecord,
  type Cases,
  type CoreChange,
  cases,
  type StoredCase,
} from '#functions/cases/repository/cases.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { handler, type Work } from '#functions/platform/api/handler.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';
import { applyCaseEdit, assertNothingMissing, caseAnswer } from './shared/change-case.ts';

const needs = { cases, organizations };

interface Context {
  db: { cases: Cases; organizations: Organizations };
  work: Pick<Work, 'add' | 'attempt'>;
  actor: Actor;
  now: Date;
}

interface Moved {
  answer: Case;
  before: StoredCase;
  next: StoredCase;
  changes: Change[];
}

/** Rejected where status or role forbid it, or with all missing fields of the next status. */
const move = (
  { db, work, actor, now }: Context,
  { id, action, also }: { id: string; action: CaseAction; also?: (core: CaseRecord) => CoreChange },
  commit: (moved: Moved) => Promise<Case>,
): Promise<Case> =>
  work.attempt(
    () => db.cases.require(id),
    async (caseRecord) => {
      const { core } = caseRecord;
      assertAllowed(actor, `case:${action}`, core);
      const status = statusAfter(core.status, action) ?? core.status;
      if (action === 'activate' || action === 'complete') assertNothingMissing(caseRecord, status);
      const set = { ...also?.(core), status };
      const names = await db.organizations.homeNames();
      const next = applyCaseEdit(caseRecord, { core: set, sections: new Map() }, now);
      work.add(db.cases.changeCore(core, set, now));
      return commit({
        before: caseRecord,
        next: { ...caseRecord, ...next },
        answer: caseAnswer(next, names.get(core.funeral_home_id) ?? ''),
        changes: [{ field: 'status', from: core.status, to: status }],
      });
    },
  );

export const activateCase = handler(caseEndpoints.activate, needs, ({ params: { id } }, context) =>
  move(context, { id, action: 'activate' }, ({ answer, changes }) =>
    context.work.audit('case.activated', id, changes).announce('case.activated', id, { case_id: id }).finish(answer),
  ),
);

export const completeCase = handler(caseEndpoints.complete, needs, ({ params: { id }, body }, context) =>
  move(context, { id, action: 'complete' }, ({ answer, changes }) =>
    context.work
      .audit('case.completed', id, [
        ...changes,
        ...(body?.reason ? [{ field: 'completion_reason', from: null, to: body.reason }] : []),
      ])
      .announce('case.completed', id, { case_id: id })
      .finish(answer),
  ),
);

export const cancelCase = handler(caseEndpoints.cancel, needs, ({ params: { id }, body: { reason } }, context) => {
  const also = () => ({
    cancelled_at: context.now.toISOString(),
    cancelled_by_name: context.actor.name,
    cancellation_reason: reason,
  });
  return move(context, { id, action: 'cancel', also }, ({ answer, changes, ...change }) => {
    const { work } = context;
    work
      .audit('case.cancelled', id, [...changes, { field: 'cancellation_reason', from: null, to: reason }])
      .announce('case.cancelled', id, { case_id: id });
    announceCaseSheets(work, change, context);
    return work.finish(answer);
  });
});

/** The reason of a cancellation stays in the audit log. */
export const reopenCase = handler(caseEndpoints.reopen, needs, ({ params: { id } }, context) => {
  const also = (core: CaseRecord) => ({
    cancelled_at: null,
    cancelled_by_name: null,
    cancellation_reason: null,
    // An imported case has no creator; its deadlines run only when a person started them.
    deadlines_run: core.created_by_name === null ? (core.deadlines_run ?? null) : null,
  });
  return move(context, { id, action: 'reopen', also }, ({ answer, changes, ...change }) => {
    const { work } = context;
    work.audit('case.reopened', id, changes).announce('case.reopened', id, { case_id: id });
    announceCaseSheets(work, change, context);
    return work.finish(answer);
  });
});
