import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type Cents, toDecimal } from '#domain/shared/values/money.ts';
import { maxOfOneKind } from '#domain/statements/fee-names.ts';
import { centsOrZero, quantityIn } from '#domain/statements/fee-sheet.ts';
import { isLineFill, type PriceListKind, sectionOfFill, targetLabel } from './price-list-rules.ts';

/** An item that was chosen from a list, with the amount that it is sold for in cents. */
export interface ChosenItem {
  readonly list: PriceListKind;
  /** The version of the list, and the item in it. */
  readonly version: string;
  readonly item: string;
  readonly description: string;
  /** What a package or a charge of section C contains; '' where the list does not say. */
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

/** What a line of its own is called: of a second item for a fee, such as another casket, with what the fee is for. */
const nameOf = ({ fills, description }: ChosenItem): string => {
  const fee = isLineFill(fills) ? '' : targetLabel(fills);
  return description.toLowerCase().includes(fee.toLowerCase()) ? description : `${fee}: ${description}`;
};

/** How many of an item a line is for once it is chosen again: 1 unless the line is of that item at its price. */
function quantityWith({ version, item, cents }: ChosenItem, entry: Entry | undefined, amount: unknown): number {
  if (entry?.price_list_version !== version || entry.price_list_item !== item) return 1;
  const quantity = quantityIn(entry);
  return quantity < maxOfOneKind && cents > 0 && centsOrZero(amount) === cents * quantity ? quantity + 1 : 1;
}

/**
 * What of the fields of Services & Merchandise Fees changes when these items are chosen, by field. An item fills its fee,
 * in the place of what stood there; a second one for the same fee, and what no fee is for, becomes a line of its own. Each
 * names the version and item that it came from. An item that is chosen again at the price of its line raises the quantity.
 * `newId` gives the lines their ids.
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
  for (const one of chosen) {
    const { fills, description, cents } = one;
    const includes = one.includes || undefined;
    const held = details.find(({ fee }) => fee === fills);
    const { quantity: _, ...former } = held ?? {};
    const isEach = fills === 'death_certificate_fee_each';
    const quantity = isEach ? 1 : quantityWith(one, held, filled[fills] ?? values[fills]);
    if (!isLineFill(fills) && (quantity > 1 || filled[fills] === undefined)) {
      filled[fills] = toDecimal(cents * quantity);
      details = [
        ...details.filter(({ fee }) => fee !== fills),
        { ...former, fee: fills, description, includes, ...priceOf(one), ...(quantity > 1 ? { quantity } : {}) },
      ];
      if (isEach && isBlank(values.death_certificate_copies)) filled.death_certificate_copies = '1';
      continue;
    }
    const list = sectionOfFill(fills) === 'D' ? advances : lines;
    const at = list.findIndex((entry) => quantityWith(one, entry, entry.amount) > 1);
    const many = quantityWith(one, list[at], list[at]?.amount);
    if (many > 1) list[at] = { ...list[at], quantity: many, amount: toDecimal(cents * many) };
    else
      list.push({
        ...{ id: newId(), name: nameOf(one), includes, amount: toDecimal(cents), ...priceOf(one) },
        ...(list === lines ? { kind: kindOfLine(fills) } : {}),
      });
  }
  return { ...filled, fee_details: details, fee_lines: lines, cash_advances: advances };
}
