import { v7 as uuid } from 'uuid';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { parseMoney } from '#domain/shared/values/money.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import type { PriceListPatch } from '#domain/statements/price-lists/price-list.schema.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { PriceListRecord } from '#functions/statements/repository/price-lists.ts';
import { presentPriceList } from './shared/present-price-list.ts';
import { changedVersion, homeWithLists, listChanges, needs, withVersion } from './shared/writing.ts';

type SentItem = NonNullable<PriceListPatch['items']>[number];

/** Items as they are kept: one that the draft knows keeps its id, every other one gets a new one. */
const itemsOf = (sent: readonly SentItem[], known: ReadonlySet<string>, now: Date): PriceListRecord['items'] => {
  const taken = new Set<string>();
  return sent.map(({ id, code, description, includes, fills, price, price_to }) => {
    const own = id && known.has(id) && !taken.has(id) ? id : uuid({ msecs: now.getTime() });
    taken.add(own);
    const to = price_to === undefined || price_to === null ? null : parseMoney(price_to);
    return {
      id: own,
      ...{ code, description, includes, fills },
      price_cents: parseMoney(price) ?? 0,
      price_to_cents: to,
    };
  });
};

export const updatePriceList = handler(priceListEndpoints.update, needs, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => Promise.all([db.priceLists.require(params.id, params.listId), homeWithLists(db, params.id, now)]),
    async ([before, around]) => {
      assertAllowed(actor, 'price-list:change', changedVersion(before));
      if (body.version !== undefined && body.version !== before.version)
        throw conflictError(priceListEndpoints.update, { current: presentPriceList(before, around) });
      const known = new Set(before.items.map(({ id }) => id));
      const next: PriceListRecord = {
        ...before,
        items: body.items ? itemsOf(body.items, known, now) : before.items,
        containers: body.containers ?? before.containers,
        ...{ version: before.version + 1, updated_at: now.toISOString(), updated_by_name: actor.name },
      };
      const changes = listChanges(before, next);
      // The list alone: nothing of it is different but perhaps the order of its items.
      const isSame = changes.length === 1 && before.items.every(({ id }, at) => next.items[at]?.id === id);
      if (isSame) return presentPriceList(before, around);
      return work
        .add(db.priceLists.change(before, next))
        .audit('price_list.updated', params.id, changes)
        .announce('price-list.changed', params.id, { price_list_id: next.id, funeral_home_id: params.id })
        .finish(presentPriceList(next, { ...around, versions: withVersion(around.versions, next) }));
    },
  ),
);
