import { notFound } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatMoney } from '#domain/shared/values/money.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';
import {
  differencesBetween,
  type PricedItem,
  priceListCaptions,
} from '#domain/statements/price-lists/price-list-rules.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';
import { type PriceListRecord, type PriceLists, priceLists } from '#functions/statements/repository/price-lists.ts';

export const needs = { organizations, priceLists };

interface Database {
  organizations: Organizations;
  priceLists: PriceLists;
}

export const homeWithLists = async (
  db: Database,
  homeId: string,
  now: Date,
): Promise<{ home: PlainHome; today: string; versions: PriceListRecord[] }> => {
  const [home, versions] = await Promise.all([db.organizations.plainHome(homeId), db.priceLists.ofHome(homeId)]);
  if (!home) throw notFound(homeNotFound);
  return { home, today: todayIn(home.time_zone, now), versions };
};

export const withVersion = (versions: readonly PriceListRecord[], next: PriceListRecord): PriceListRecord[] => [
  ...versions.filter(({ id }) => id !== next.id),
  next,
];

export const changedVersion = ({ funeral_home_id, published_at }: PriceListRecord) => ({
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
