import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import { priceListKinds } from '#domain/statements/price-lists/price-list-kinds.ts';
import { effectiveVersion, inOrder } from '#domain/statements/price-lists/price-list-rules.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentPriceList, presentVersion } from './shared/present-price-list.ts';
import { homeWithLists, needs } from './shared/writing.ts';

export const listPriceLists = handler(priceListEndpoints.list, needs, async ({ params, query }, { db, now }) => {
  const { today, versions } = await homeWithLists(db, params.id, now);
  const wanted = versions.filter(({ kind }) => !query.kind || kind === query.kind);
  return { today, results: inOrder(wanted).map((record) => presentVersion(record, versions, today)) };
});

export const getPriceList = handler(priceListEndpoints.get, needs, async ({ params }, { db, now }) => {
  const [record, around] = await Promise.all([
    db.priceLists.require(params.id, params.listId),
    homeWithLists(db, params.id, now),
  ]);
  return presentPriceList(record, around);
});

/** The lists from which the fees of a day are filled. */
export const getPriceListsInForce = handler(
  priceListEndpoints.inForce,
  needs,
  async ({ params, query }, { db, now }) => {
    const around = await homeWithLists(db, params.id, now);
    const date = query.date ?? around.today;
    const lists = priceListKinds.flatMap((kind) => effectiveVersion(around.versions, kind, date) ?? []);
    return { date, lists: lists.map((record) => presentPriceList(record, around)) };
  },
);
