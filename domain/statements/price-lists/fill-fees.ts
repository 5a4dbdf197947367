import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type Cents, toDecimal } from '#domain/shared/values/money.ts';
import { maxOfOneKind } from '#domain/statements/fee-names.ts';
import { centsOrZero, quantityIn } from '#domain/statements/fee-sheet.ts';
import { isLineFill, type PriceListKind, sectionOfFill, targetLabel } from './price-list-rules.ts';

export interface ChosenItem {
  readonly list: PriceListKind;
  readonly version: string;
  readonly item: string;
  readonly description: string;
  /** Contents of a package or a charge of section C; '' if not listed. */
  readonly includes: string;
  readonly fills: string;
  readonly cents: Cents;
}

type Entry = Readonly<Record<string, unknown>>;
const entriesIn = (value: unknown): readonly Entry[] => (Array.isArray(value) ? (value as Entry[]) : []);
const priceOf = ({ list, version, item }: ChosenItem) => ({
  price_list: list,
  price_list_version: version,
  price_list_item: item,
});

const kindOfLine = (fills: string): string =>
  fills === 'package_line' ? 'package' : sectionOfFill(fills) === 'B' ? 'merchandise' : 'service';

/** A second item for a fee, such as another casket, is named with the fee. */
const nameOf = ({ fills, description }: ChosenItem): string => {
  const fee = isLineFill(fills) ? '' : targetLabel(fills);
  return description.toLowerCase().includes(fee.toLowerCase()) ? description : `${fee}: ${description}`;
};

/** Raises the quantity if the line has this item at its price, else 1. */
function quantityWith({ version, item, cents }: ChosenItem, entry: Entry | undefined, amount: unknown): number {
  if (entry?.price_list_version !== version || entry.price_list_item !== item) return 1;
  const quantity = quantityIn(entry);
  return quantity < maxOfOneKind && cents > 0 && centsOrZero(amount) === cents * quantity ? quantity + 1 : 1;
}

/**
 * Returns the changed fields. An item fills its fee; a second item for a fee, or one without a fee, becomes a custom
 * line; an item chosen again at its price raises the quantity.
 */
export function applyPriceItems(
  values: Values,
  chosen: readonly ChosenItem[],
  newId: () => string,
): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  let details = entriesIn(values.fee_details);
  const lines = [...entriesIn(values.fee_lines)];
  const advances = [...entriesIn(values.cash_advances)];
  for (const item of chosen) {
    const { fills, description, cents } = item;
    const includes = item.includes || undefined;
    const held = details.find(({ fee }) => fee === fills);
    const { quantity: _, ...former } = held ?? {};
    const isEach = fills === 'death_certificate_fee_each';
    const quantity = isEach ? 1 : quantityWith(item, held, filled[fills] ?? values[fills]);
    if (!isLineFill(fills) && (quantity > 1 || filled[fills] === undefined)) {
      filled[fills] = toDecimal(cents * quantity);
      details = [
        ...details.filter(({ fee }) => fee !== fills),
        { ...former, fee: fills, description, includes, ...priceOf(item), ...(quantity > 1 ? { quantity } : {}) },
      ];
      if (isEach && isBlank(values.death_certificate_copies)) filled.death_certificate_copies = '1';
      continue;
    }
    const list = sectionOfFill(fills) === 'D' ? advances : lines;
    const at = list.findIndex((entry) => quantityWith(item, entry, entry.amount) > 1);
    const many = quantityWith(item, list[at], list[at]?.amount);
    if (many > 1) list[at] = { ...list[at], quantity: many, amount: toDecimal(cents * many) };
    else
      list.push({
        id: newId(),
        name: nameOf(item),
        includes,
        amount: toDecimal(cents),
        ...priceOf(item),
        ...(list === lines ? { kind: kindOfLine(fills) } : {}),
      });
  }
  return { ...filled, fee_details: details, fee_lines: lines, cash_advances: advances };
}
