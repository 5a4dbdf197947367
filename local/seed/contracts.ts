import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { toCents, toDecimal } from '#domain/shared/values/money.ts';
import { type PriceListKind, priceListKinds } from '#domain/statements/price-lists/price-list-rules.ts';
import { atLevel, demoPriceLists, priceOf } from './price-lists.data.ts';
import { demoId } from './seeding.ts';

/** Percent of the standard prices. */
export const priceLevels: Readonly<Record<string, number>> = { 'northside-chapel': 95, 'ames-cremation-care': 85 };

const listOf = (code: string): PriceListKind =>
  priceListKinds.find((kind) => demoPriceLists[kind].some((item) => item.code === code)) ?? 'general';

/** Items that are chosen among many: the Statement says which. */
const isChosen = (code: string): boolean => /^(?:C|V)-|^DC-F|^FORWARD/.test(code);

/**
 * Returns the fees of these codes of a location's price lists, with further ones, and their sum as the contract total.
 * `COPIES-6` are six certified copies; `advance` and `line` may be repeated, and `billed` is a cemetery's fee.
 */
export const contractOf = (
  home: string,
  codes: readonly string[],
  more: readonly (readonly [name: string, value: string])[] = [],
): CaseSectionValues => {
  const level = priceLevels[home] ?? 100;
  const copies = Number(codes.find((code) => code.startsWith('COPIES-'))?.slice(7) ?? 0);
  const items = codes
    .filter((code) => !code.startsWith('COPIES-'))
    .map((code) => ({ ...priceOf(code), list: listOf(code) }));
  const amounts = items.map(({ price }) => atLevel(price, level));
  const parts = (name: string) => more.filter(([key]) => key === name).map(([, value]) => value.split(', '));
  const others = more.filter(([name]) => !['advance', 'line', 'billed'].includes(name));
  const cash_advances = parts('advance').map(([name = '', amount = '', payee = ''], n) => ({
    id: `advance-${n}`,
    name,
    amount,
    payee,
  }));
  const fee_lines = parts('line').map(([kind, name = '', amount = ''], n) => ({
    id: `line-${n}`,
    kind: kind as 'service' | 'merchandise',
    name,
    amount,
  }));
  const sums = [
    ...parts('billed').flat(),
    ...others.filter(([name]) => name.endsWith('_fee') || name === 'sales_tax').map(([, amount]) => amount),
    ...[...cash_advances, ...fee_lines].map(({ amount }) => amount),
  ];
  const total = [...amounts, ...sums.map(toCents)].reduce((sum, cents) => sum + cents, copies * 1000);
  return {
    servicesFees: {
      ...Object.fromEntries(items.map(({ fills }, at) => [fills, toDecimal(amounts[at] ?? 0)])),
      ...Object.fromEntries(others),
      ...(copies && { death_certificate_fee_each: '10.00', death_certificate_copies: copies }),
      ...(cash_advances.length && { cash_advances }),
      ...(fee_lines.length && { fee_lines }),
      fee_details: items
        .filter(({ code }) => isChosen(code))
        .map(({ code, description, fills, includes, list }) => ({
          fee: fills,
          description,
          includes,
          price_list: list,
          price_list_version: demoId('price-list', `${home} ${list}`),
          price_list_item: demoId('price-list', `${home} ${list} ${code}`),
        })),
    },
    financial: { contract_total: toDecimal(total) },
  };
};
