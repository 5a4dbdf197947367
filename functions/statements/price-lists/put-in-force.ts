import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import { priceListMessages } from '#domain/statements/price-lists/price-list-messages.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { PriceListRecord } from '#functions/statements/repository/price-lists.ts';
import { presentPriceList, printedOf, problemsIn } from './shared/present-price-list.ts';
import { changedVersion, homeWithLists, listChanges, needs, withVersion } from './shared/writing.ts';

const daysAhead = 366;

/** From its day on a version holds; what is printed on it is kept with it, whatever home and rule say later. */
export const publishPriceList = handler(
  priceListEndpoints.putInForce,
  needs,
  ({ params, body }, { db, work, actor, now }) =>
    work.attempt(
      () => Promise.all([db.priceLists.require(params.id, params.listId), homeWithLists(db, params.id, now)]),
      async ([before, around]) => {
        assertAllowed(actor, 'price-list:change', changedVersion(before));
        if (body.version !== undefined && body.version !== before.version)
          throw conflictError(priceListEndpoints.putInForce, { current: presentPriceList(before, around) });
        const { home, today } = around;
        const { effective_from } = body;
        if (effective_from < today) throw invalid({ effective_from: [priceListMessages.notBefore] });
        if (effective_from > addDays(today, daysAhead)) throw invalid({ effective_from: [priceListMessages.tooLate] });
        const problems = problemsIn(before, home);
        if (problems.length) throw invalid({ items: problems });
        const next: PriceListRecord = {
          ...before,
          ...{ effective_from, published_at: now.toISOString(), published_by_name: actor.name },
          ...{ printed: printedOf(before, home), version: before.version + 1 },
        };
        return work
          .add(db.priceLists.change(before, next))
          .audit('price_list.put_in_force', params.id, listChanges(before, next))
          .announce('price-list.put-in-force', params.id, { price_list_id: next.id, funeral_home_id: params.id })
          .finish(presentPriceList(next, { ...around, versions: withVersion(around.versions, next) }));
      },
    ),
);
