import { nextDue } from '#domain/payments/money-to-come.ts';
import { caseSchema } from '#functions/cases/repository/case-record.ts';
import { moneyDueList } from '#functions/payments/repository/money-due-rows.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';

/** A case stands among those from which money is due as long as it expects any on a day and is not cancelled. */
export const moneyDueProjection: Projection = {
  list: moneyDueList,
  kind: 'CASE',
  items: (keys, id) => keys.case(id).pk,
  main: 'CASE',
  parts: [],
  project: (_keys, id, [main]) => {
    if (!main) return undefined;
    const core = caseSchema.parse(main);
    const next = core.money_to_come && nextDue(core.money_to_come, core.paid_cents);
    if (!next || core.status === 'cancelled') return undefined;
    return { row: { id, funeral_home_id: core.funeral_home_id, ...next }, order: next.due_on, tokens: [] };
  },
};
