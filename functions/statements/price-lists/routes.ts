import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { createPriceList } from './create-price-list.ts';
import { deletePriceList } from './delete-price-list.ts';
import { publishPriceList } from './put-in-force.ts';
import { getPriceList, getPriceListsInForce, listPriceLists } from './read-price-lists.ts';
import { updatePriceList } from './update-price-list.ts';

export const priceListRoutes = routesOf(priceListEndpoints, {
  list: listPriceLists,
  inForce: getPriceListsInForce,
  create: createPriceList,
  get: getPriceList,
  update: updatePriceList,
  delete: deletePriceList,
  putInForce: publishPriceList,
});
