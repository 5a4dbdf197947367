import { receivablesEndpoints } from '#domain/payments/money-to-come.endpoints.ts';
import { addDays, latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { moneyDue } from '#functions/payments/repository/money-due-rows.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { expectedOf, needs, presentExpected, todayOf } from './shared/expected.ts';

export const getReceivables = handler(receivablesEndpoints.get, needs, async ({ params }, { db, now }) => {
  const caseRecord = await db.cases.require(params.id);
  return presentExpected(caseRecord, expectedOf(caseRecord.core), await todayOf(db, caseRecord.core, now));
});

const shown = 10;
/** So many cases are looked at, however many owe money. */
const lookedAt = 100;
const daysAhead = 7;

/** Whom to remind: cases whose money is due within a week or was due before. */
export const getMoneyDue = handler(
  receivablesEndpoints.due,
  { ...needs, moneyDue },
  async ({ query }, { db, actor, now }) => {
    const home = await db.organizations.plainHome(query.location ?? actor.homeId);
    const today = home ? todayIn(home.time_zone, now) : latestToday(now);
    const { rows, isExact } = await db.moneyDue.before(addDays(today, daysAhead + 1), query.location, lookedAt);
    const first = rows.slice(0, shown);
    const [names, homes] = await Promise.all([
      db.cases.namesOf(first.map(({ id }) => id)),
      db.organizations.homeNames(),
    ]);
    return {
      today,
      count: rows.length,
      count_is_exact: isExact,
      results: first.map(({ id, funeral_home_id, due_on, amount_cents, owed_by }) => ({
        case: id,
        case_number: names.get(id)?.case_number ?? '',
        deceased_name: names.get(id)?.deceased_name ?? '',
        funeral_home_id,
        funeral_home_name: homes.get(funeral_home_id) ?? '',
        due_on,
        amount: toDecimal(amount_cents),
        owed_by,
      })),
    };
  },
);
