import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import type { PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import {
  fillsOf,
  type StatementSection,
  sectionOfFill,
  statementSections,
} from '#domain/statements/price-lists/price-list-fills.ts';
import { type Paper, type PaperPart, paperFileName } from './paper.ts';

/** A version of a price list, as far as it is printed. */
export type PriceListOnPaper = Pick<
  PriceList,
  'caption' | 'kind' | 'effective_from' | 'items' | 'issuer' | 'disclosures' | 'updated_at' | 'published_at'
>;
type Item = PriceListOnPaper['items'][number];

const money = (amount: string): string => formatMoney(parseMoney(amount) ?? 0);
const priceOf = ({ price, price_to }: Item): string =>
  price_to === null ? money(price) : `${money(price)} to ${money(price_to)}`;

const itemsTable = (items: readonly Item[]): PaperPart => ({
  kind: 'table',
  columns: [
    { label: 'Code', width: 0.14 },
    { label: 'Item', width: 0.58 },
    { label: 'Price', width: 0.28, align: 'right' },
  ],
  rows: items.map((item) => [
    item.code,
    [item.description, item.includes && `Includes: ${item.includes}`].filter(Boolean).join('\n'),
    priceOf(item),
  ]),
});

/** The sentences that stand at the top of the list, or beside what fills a fee. */
const sentences = ({ disclosures }: PriceListOnPaper, beside: string | null): PaperPart[] =>
  disclosures.filter((one) => one.beside === beside).map(({ text }) => ({ kind: 'text', text }));

/** Items in a row that nothing has to be said between; what must be said beside a fee follows its last item. */
const withSentences = (list: PriceListOnPaper, items: readonly Item[]): PaperPart[] => {
  const parts: PaperPart[] = [];
  let open: Item[] = [];
  for (const [at, item] of items.entries()) {
    open.push(item);
    const said = items[at + 1]?.fills === item.fills ? [] : sentences(list, item.fills);
    if (said.length === 0) continue;
    parts.push(itemsTable(open), ...said);
    open = [];
  }
  return open.length ? [...parts, itemsTable(open)] : parts;
};

/**
 * A price list as it is handed out to keep (16 CFR 453.2(b)(2) to (4)): who issues it, its caption, from when on its prices
 * hold, the sentences word for word, and every item under the section of the Statement where it would stand.
 */
export const priceListPaper = (list: PriceListOnPaper): Paper => {
  const { caption, issuer, kind, effective_from: from } = list;
  const order = fillsOf(kind).map(({ value }) => value);
  const items = list.items.toSorted((a, b) => order.indexOf(a.fills) - order.indexOf(b.fills));
  const sections = (Object.keys(statementSections) as StatementSection[]).filter((section) =>
    items.some(({ fills }) => sectionOfFill(fills) === section),
  );
  const inForce = from ? `Prices effective ${formatDate(from)}` : 'Draft: these prices are not in force.';
  return {
    title: caption,
    letterhead: [issuer.name, [issuer.address, formatPhone(issuer.phone)].filter(Boolean).join(' · ')].filter(Boolean),
    asOf: list.published_at ?? list.updated_at,
    footer: `${issuer.name} · ${caption} · ${inForce}`,
    parts: [
      { kind: 'text', text: inForce, strong: true },
      ...sentences(list, null),
      ...sections.flatMap((section): PaperPart[] => {
        const own = items.filter(({ fills }) => sectionOfFill(fills) === section);
        const heading: PaperPart = { kind: 'heading', text: statementSections[section] };
        // A list of caskets has one section, which its caption names better.
        return [...(sections.length > 1 ? [heading] : []), ...withSentences(list, own)];
      }),
    ],
  };
};

export const priceListFileName = ({ caption, effective_from }: PriceListOnPaper): string =>
  paperFileName(caption.toLowerCase(), effective_from ?? 'draft');
