import { v7 as uuid } from 'uuid';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { PriceListRecord } from '#functions/statements/repository/price-lists.ts';
import { presentPriceList } from './shared/present-price-list.ts';
import { homeWithLists, listChanges, needs, withVersion } from './shared/writing.ts';

/** Begins a draft. A copy keeps the ids of its items, so that both versions can be compared. */
export const createPriceList = handler(
  priceListEndpoints.create,
  needs,
  async ({ params, body }, { db, work, actor, now }) => {
    const around = await homeWithLists(db, params.id, now);
    assertAllowed(actor, 'home:edit', { homeId: params.id });
    const source = body.copy_of ? await db.priceLists.require(params.id, body.copy_of) : undefined;
    if (source && source.kind !== body.kind) throw invalid({ copy_of: ['Copy a version of the same price list'] });
    const at = now.toISOString();
    const record: PriceListRecord = {
      id: uuid({ msecs: now.getTime() }),
      organization_id: actor.organizationId,
      funeral_home_id: params.id,
      version: 1,
      kind: body.kind,
      ...{ effective_from: null, published_at: null, published_by_name: null, printed: null },
      copy_of: source?.id ?? null,
      containers: source?.containers ?? '',
      items: source?.items ?? [],
      ...{ created_at: at, updated_at: at, updated_by_name: actor.name },
    };
    return work
      .add(db.priceLists.create(record))
      .audit('price_list.created', params.id, listChanges(undefined, record))
      .announce('price-list.changed', params.id, { price_list_id: record.id, funeral_home_id: params.id })
      .finish(presentPriceList(record, { ...around, versions: withVersion(around.versions, record) }));
  },
);
