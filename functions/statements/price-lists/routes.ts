import { v7 as uuid } from 'uuid';
import { assertAllowed } from '#domain/registry/policies.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney, toCents } from '#domain/shared/values/money.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import type { PriceListPatch } from '#domain/statements/price-lists/price-list.schema.ts';
import {
  differencesBetween,
  effectiveVersion,
  inOrder,
  type PricedItem,
  priceListCaptions,
  priceListKinds,
  priceListMessages,
} from '#domain/statements/price-lists/price-list-rules.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';
import { type PriceListRecord, type PriceLists, priceLists } from '../repository/price-lists.ts';
import { presentPriceList, presentVersion, printedOf, problemsIn } from './shared/present-price-list.ts';

const needs = { organizations, priceLists };

interface Database {
  organizations: Organizations;
  priceLists: PriceLists;
}

const homeWithLists = async (
  db: Database,
  homeId: string,
  now: Date,
): Promise<{ home: PlainHome; today: string; versions: PriceListRecord[] }> => {
  const [home, versions] = await Promise.all([db.organizations.plainHome(homeId), db.priceLists.ofHome(homeId)]);
  if (!home) throw notFound(homeNotFound);
  return { home, today: todayIn(home.time_zone, now), versions };
};

const withVersion = (versions: readonly PriceListRecord[], next: PriceListRecord): PriceListRecord[] => [
  ...versions.filter(({ id }) => id !== next.id),
  next,
];

const changedVersion = ({ funeral_home_id, published_at }: PriceListRecord) => ({
  homeId: funeral_home_id,
  isInForce: published_at !== null,
});

const maxNamed = 20;
const named = ({ code, description, price_cents, price_to_cents }: PricedItem): string =>
  `${code} ${description} ${formatMoney(price_cents)}${price_to_cents === null ? '' : ` to ${formatMoney(price_to_cents)}`}`;
const inOneText = (items: readonly (PricedItem | undefined)[]): string | null => {
  const found = items.flatMap((item) => (item ? [named(item)] : []));
  const more = found.length - maxNamed;
  return found.length ? [...found.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])].join('; ') : null;
};

export const listChanges = (before: PriceListRecord | undefined, next: PriceListRecord): Change[] => {
  const caption = priceListCaptions[next.kind];
  const found = differencesBetween(before?.items ?? [], next.items);
  const changes: Change[] = [{ field: 'price_list', from: before ? caption : null, to: caption }];
  if (found.length)
    changes.push({
      field: 'price_list_items',
      from: inOneText(found.map((difference) => difference.before)),
      to: inOneText(found.map((difference) => difference.next)),
    });
  for (const field of ['containers', 'effective_from'] as const)
    if ((before?.[field] || null) !== (next[field] || null))
      changes.push({ field: `price_list_${field}`, from: before?.[field] || null, to: next[field] || null });
  return changes;
};

type SentItem = NonNullable<PriceListPatch['items']>[number];

const itemsOf = (sent: readonly SentItem[], known: ReadonlySet<string>, now: Date): PriceListRecord['items'] => {
  const taken = new Set<string>();
  return sent.map(({ id, code, description, includes, fills, price, price_to }) => {
    const own = id && known.has(id) && !taken.has(id) ? id : uuid({ msecs: now.getTime() });
    taken.add(own);
    const to = price_to === undefined || price_to === null ? null : parseMoney(price_to);
    return {
      id: own,
      code,
      description,
      includes,
      fills,
      price_cents: toCents(price),
      price_to_cents: to,
    };
  });
};

const updatePriceList = handler(priceListEndpoints.update, needs, ({ params, body }, { db, work, actor, now }) =>
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
        version: before.version + 1,
        updated_at: now.toISOString(),
        updated_by_name: actor.name,
      };
      const changes = listChanges(before, next);
      // Only the list was named, and at most the order of items differs.
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

const daysAhead = 366;

/** Stores what is printed on it, whatever the home and the rules are later. */
const publishPriceList = handler(priceListEndpoints.putInForce, needs, ({ params, body }, { db, work, actor, now }) =>
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
        effective_from,
        published_at: now.toISOString(),
        published_by_name: actor.name,
        printed: printedOf(before, home),
        version: before.version + 1,
      };
      return work
        .add(db.priceLists.change(before, next))
        .audit('price_list.put_in_force', params.id, listChanges(before, next))
        .announce('price-list.put-in-force', params.id, { price_list_id: next.id, funeral_home_id: params.id })
        .finish(presentPriceList(next, { ...around, versions: withVersion(around.versions, next) }));
    },
  ),
);

/** A copy keeps the ids of its items, so that versions can be compared. */
const createPriceList = handler(
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
      effective_from: null,
      published_at: null,
      published_by_name: null,
      printed: null,
      copy_of: source?.id ?? null,
      containers: source?.containers ?? '',
      items: source?.items ?? [],
      created_at: at,
      updated_at: at,
      updated_by_name: actor.name,
    };
    return work
      .add(db.priceLists.create(record))
      .audit('price_list.created', params.id, listChanges(undefined, record))
      .announce('price-list.changed', params.id, { price_list_id: record.id, funeral_home_id: params.id })
      .finish(presentPriceList(record, { ...around, versions: withVersion(around.versions, record) }));
  },
);

const listPriceLists = handler(priceListEndpoints.list, needs, async ({ params, query }, { db, now }) => {
  const { today, versions } = await homeWithLists(db, params.id, now);
  const wanted = versions.filter(({ kind }) => !query.kind || kind === query.kind);
  return { today, results: inOrder(wanted).map((record) => presentVersion(record, versions, today)) };
});

const getPriceList = handler(priceListEndpoints.get, needs, async ({ params }, { db, now }) => {
  const [record, around] = await Promise.all([
    db.priceLists.require(params.id, params.listId),
    homeWithLists(db, params.id, now),
  ]);
  return presentPriceList(record, around);
});

const getPriceListsInForce = handler(priceListEndpoints.inForce, needs, async ({ params, query }, { db, now }) => {
  const around = await homeWithLists(db, params.id, now);
  const date = query.date ?? around.today;
  const lists = priceListKinds.flatMap((kind) => effectiveVersion(around.versions, kind, date) ?? []);
  return { date, lists: lists.map((record) => presentPriceList(record, around)) };
});

const deletePriceList = handler(priceListEndpoints.delete, { priceLists }, ({ params }, { db, work, actor }) =>
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

export const priceListRoutes = routesOf(priceListEndpoints, {
  list: listPriceLists,
  inForce: getPriceListsInForce,
  create: createPriceList,
  get: getPriceList,
  update: updatePriceList,
  delete: deletePriceList,
  putInForce: publishPriceList,
});
