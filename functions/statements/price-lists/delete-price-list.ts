import { assertAllowed } from '#domain/shared/access/policies.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import { priceListCaptions } from '#domain/statements/price-lists/price-list-kinds.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { priceLists } from '#functions/statements/repository/price-lists.ts';
import { changedVersion } from './shared/writing.ts';

export const deletePriceList = handler(priceListEndpoints.delete, { priceLists }, ({ params }, { db, work, actor }) =>
  work.attempt(
    () => db.priceLists.require(params.id, params.listId),
    (draft) => {
      assertAllowed(actor, 'price-list:change', changedVersion(draft));
      return work
        .add(db.priceLists.remove(draft))
        .audit('price_list.deleted', params.id, [
          { field: 'price_list', from: priceListCaptions[draft.kind], to: null },
        ])
        .announce('price-list.changed', params.id, { price_list_id: draft.id, funeral_home_id: params.id })
        .finish({ success: true as const });
    },
  ),
);
