import type { Keys } from './keys.ts';
import { listPage, searchWords } from './listing.ts';
import { searchRows } from './searching.ts';
import type { IndexName, Table } from './table.ts';

interface PageRequest<Row> {
  list: string;
  /** Filter name → value or undefined; the views of a list are named after them (`home=…&status=…`). */
  filters: { home?: string; status?: string };
  rowMatches: (row: Row) => boolean;
  search?: string;
  page: number;
  pageSize: number;
}

const viewOf = ({ home, status }: { home?: string; status?: string }): { view: string; index: IndexName } => {
  if (home && status) return { view: `home=${home}&status=${status}`, index: 'gsi4' };
  if (home) return { view: `home=${home}`, index: 'gsi3' };
  if (status) return { view: `status=${status}`, index: 'gsi2' };
  return { view: 'all', index: 'gsi1' };
};

/** A page of a list with the exact total, newest first; a search looks words up and sorts what it finds. */
export const pageOfList = async <Row extends { created_at: string }>(
  table: Table,
  keys: Keys,
  { list, filters, rowMatches, search, page, pageSize }: PageRequest<Row>,
): Promise<{ count: number; rows: Row[] }> => {
  const terms = searchWords(search);
  if (terms.length === 0) {
    const found = await listPage(table, keys, { list, ...viewOf(filters), page, pageSize });
    return { count: found.count, rows: found.rows as unknown as Row[] };
  }
  const rows = (await searchRows(table, keys, list, terms)) as unknown as Row[];
  const matching = rows.filter(rowMatches).sort((a, b) => b.created_at.localeCompare(a.created_at));
  return { count: matching.length, rows: matching.slice((page - 1) * pageSize, page * pageSize) };
};
