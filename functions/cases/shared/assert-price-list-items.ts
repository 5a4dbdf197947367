import { invalid } from '#domain/shared/contract/errors.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { entriesOrEmpty } from '#domain/statements/fee-sheet.ts';
import { priceListMessages } from '#domain/statements/price-lists/price-list-messages.ts';
import type { PlainPriceLists } from '#functions/statements/repository/price-lists.ts';

/** The lists of Services & Merchandise Fees whose lines may name an item of a price list. */
const naming = ['fee_details', 'fee_lines', 'cash_advances'] as const;
/** Nobody fills a Statement from more versions of price lists at once; each of them is read. */
const maxVersions = 12;

interface Named {
  field: string;
  list: string;
  version: string;
  item: string;
}

const namedIn = (fees: Values): Named[] =>
  naming.flatMap((field) =>
    entriesOrEmpty(fees[field]).flatMap(({ price_list, price_list_version, price_list_item: item }) =>
      item ? [{ field, list: asString(price_list), version: asString(price_list_version), item: asString(item) }] : [],
    ),
  );

const nameOf = ({ list, version, item }: Named): string => [list, version, item].join('\n');

/**
 * Refuses lines that name an item which no price list of the case's home has. Sales are counted by the item of the list, in
 * a sum of each home's year that has a place for every item: names that somebody made up would grow it until nothing can be
 * added any more. What a case names already stays, also in another home.
 */
export const assertItemsOnPriceList = async (
  priceLists: PlainPriceLists,
  homeIds: readonly string[],
  { before, next }: { before: Values | undefined; next: Values | undefined },
): Promise<void> => {
  if (!next) return;
  const known = new Set(namedIn(before ?? {}).map(nameOf));
  const named = namedIn(next).filter((one) => !known.has(nameOf(one)));
  const byVersion = Map.groupBy(named, ({ version }) => version);
  if (byVersion.size > maxVersions) throw refusal(named);
  const unknown = await Promise.all(
    [...byVersion].map(async ([version, ofVersion]) => {
      const found = version ? await Promise.all(homeIds.map((homeId) => priceLists.find(homeId, version))) : [];
      const items = new Set(found.flatMap((list) => list?.items.map(({ id }) => `${list.kind} ${id}`) ?? []));
      return ofVersion.filter(({ list, item }) => !items.has(`${list} ${item}`));
    }),
  );
  if (unknown.flat().length) throw refusal(unknown.flat());
};

const refusal = (named: readonly Named[]) =>
  invalid(Object.fromEntries(named.map(({ field }) => [field, [priceListMessages.notListed]])));
