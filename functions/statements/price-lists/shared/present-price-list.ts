import { toDecimal } from '#domain/shared/values/money.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { PriceList, PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';
import { disclosuresOf } from '#domain/statements/price-lists/price-list-disclosures.ts';
import {
  notListed,
  priceListCaptions,
  publishBlockers,
  statusOn,
} from '#domain/statements/price-lists/price-list-rules.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { PriceListRecord } from '#functions/statements/repository/price-lists.ts';

const issuerOf = ({ name, address, city, state, zip_code, phone }: PlainHome): PriceList['issuer'] => ({
  name,
  address: [address, city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  phone: phone ?? '',
});

/** A draft shows what would be printed today. */
export const printedOf = (record: PriceListRecord, home: PlainHome): NonNullable<PriceListRecord['printed']> =>
  record.printed ?? { issuer: issuerOf(home), disclosures: disclosuresOf(record) };

export const problemsIn = (record: PriceListRecord, home: PlainHome): string[] =>
  publishBlockers(record, { address: home.address, phone: home.phone ?? '' });

export const presentVersion = (
  record: PriceListRecord,
  versions: readonly PriceListRecord[],
  today: string,
): PriceListVersion => ({
  ...pick(record, ['id', 'version', 'funeral_home_id', 'kind', 'effective_from', 'copy_of']),
  ...pick(record, ['created_at', 'updated_at', 'updated_by_name', 'published_at', 'published_by_name']),
  caption: priceListCaptions[record.kind],
  status: statusOn(record, versions, today),
  item_count: record.items.length,
});

interface Around {
  home: PlainHome;
  versions: readonly PriceListRecord[];
  today: string;
}

export const itemsOf = ({ items }: PriceListRecord): PriceList['items'] =>
  items.map(({ price_cents, price_to_cents, ...item }) => ({
    ...item,
    price: toDecimal(price_cents),
    price_to: price_to_cents === null ? null : toDecimal(price_to_cents),
  }));

export const presentPriceList = (record: PriceListRecord, { home, versions, today }: Around): PriceList => ({
  ...presentVersion(record, versions, today),
  items: itemsOf(record),
  containers: record.containers,
  ...printedOf(record, home),
  problems: record.published_at ? [] : problemsIn(record, home),
  not_listed: notListed(record),
});
