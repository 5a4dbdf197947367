import { invalid } from '#domain/shared/contract/errors.ts';
import { defaultPageSize } from '#domain/shared/values/page.ts';
import { isSearchable, searchTokens } from '#domain/shared/values/search-text.ts';

interface ListQuery {
  page?: string | undefined;
  page_size?: string | undefined;
  search?: string | undefined;
}
interface PageRequest {
  page: number;
  pageSize: number;
  search: string | undefined;
}

/** Returns page, size and search of a list query; a search needs two characters and a word in the index (S-26). */
export const pageRequest = ({ page, page_size, search }: ListQuery): PageRequest => {
  if (search && (search.trim().length < 2 || !searchTokens(search).some(isSearchable)))
    throw invalid({ search: ['Enter at least 2 characters to search'] });
  return { page: Number(page ?? 1), pageSize: Number(page_size ?? defaultPageSize), search: search || undefined };
};

/** Returns a wire page with links to its neighbors. */
export const pageAnswer = <Row>(
  path: string,
  query: Record<string, string | undefined>,
  { page, pageSize }: PageRequest,
  { count, isExact = true, rows }: { count: number; isExact?: boolean; rows: Row[] },
) => {
  const link = (to: number): string => {
    const given = Object.entries({ ...query, page: String(to) }).filter((pair): pair is [string, string] =>
      Boolean(pair[1]),
    );
    return `${path}?${new URLSearchParams(given)}`;
  };
  return {
    count,
    count_is_exact: isExact,
    next: page * pageSize < count ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results: rows,
  };
};
