import type { PriceItem, PriceList, SentPriceItem } from '#domain/statements/price-lists/price-list.schema.ts';
import { PriceListPatch } from '#domain/statements/price-lists/price-list.schema.ts';

/** In the order of the arrow keys. */
export const columns = ['code', 'description', 'includes', 'fills', 'price', 'price_to'] as const;
export type Column = (typeof columns)[number];

export type Row = Record<Column, string> & { key: string; id: string | null };

let rows = 0;
export const emptyRow = (fills: string): Row => ({
  key: `new-${++rows}`,
  id: null,
  code: '',
  description: '',
  includes: '',
  fills,
  price: '',
  price_to: '',
});

const rowOf = (item: PriceItem): Row => ({ ...item, key: item.id, price_to: item.price_to ?? '' });
export const rowsOf = (list: PriceList): Row[] => list.items.map(rowOf);

const isUntouched = ({ code, description, includes, price, price_to }: Row): boolean =>
  [code, description, includes, price, price_to].every((text) => text.trim() === '');

export const writtenRows = (all: readonly Row[]): Row[] => all.filter((row) => !isUntouched(row));

export const sentItems = (all: readonly Row[]): SentPriceItem[] =>
  writtenRows(all).map(({ id, code, description, includes, fills, price, price_to }) => ({
    ...(id ? { id } : {}),
    code,
    description,
    includes,
    fills,
    price: price.trim(),
    ...(price_to.trim() ? { price_to: price_to.trim() } : {}),
  }));

export type RowErrors = Readonly<Record<string, Partial<Record<Column, string>>>>;

const words: Partial<Record<Column, string>> = { price: 'Enter a price, such as 375.00' };

export const errorsOf = (all: readonly Row[]): RowErrors => {
  const judged = PriceListPatch.safeParse({ items: sentItems(all) });
  const written = writtenRows(all);
  const errors: Record<string, Partial<Record<Column, string>>> = {};
  for (const { path, message } of judged.error?.issues ?? []) {
    const row = written[Number(path[1])];
    const column = columns.find((name) => name === path[2]);
    if (!row || !column) continue;
    errors[row.key] ??= {};
    const own = errors[row.key];
    if (own) own[column] ??= column === 'price' && row.price.trim() === '' ? words.price : message;
  }
  return errors;
};

type Action =
  | { do: 'write'; key: string; column: Column; text: string }
  | { do: 'add'; row: Row }
  | { do: 'remove'; key: string }
  | { do: 'replace'; rows: readonly Row[] }
  | { do: 'saved'; sent: readonly Row[]; saved: readonly Row[] };

/** Returns the saved rows in the order sent, with later input. */
const afterSave = (all: readonly Row[], sent: readonly Row[], saved: readonly Row[]): Row[] => {
  const sentBy = new Map(sent.map((row) => [row.key, row]));
  const savedBy = new Map(writtenRows(sent).map(({ key }, at) => [key, saved[at]]));
  return all.flatMap((row) => {
    const [before, stored] = [sentBy.get(row.key), savedBy.get(row.key)];
    if (!before) return [row];
    if (!stored) return isUntouched(row) ? [] : [row];
    // The key stays, so that the focus does.
    const next = { ...stored, key: row.key };
    for (const column of columns) if (row[column] !== before[column]) next[column] = row[column];
    return [next];
  });
};

export const afterAction = (all: readonly Row[], action: Action): readonly Row[] => {
  switch (action.do) {
    case 'write':
      return all.map((row) => (row.key === action.key ? { ...row, [action.column]: action.text } : row));
    case 'add':
      return [...all, action.row];
    case 'remove':
      return all.filter(({ key }) => key !== action.key);
    case 'replace':
      return action.rows;
    case 'saved':
      return afterSave(all, action.sent, action.saved);
  }
};
