import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { AuditLog, AuditLogPage } from '#domain/shared/audit/audit-log.schema.ts';

interface AuditPageQuery {
  cursor?: string;
  page_size: '50';
}

/** An answer to a call without a page is the bare list of the newest. */
const pageOf = (log: AuditLog): AuditLogPage => (Array.isArray(log) ? { results: log, next_cursor: null } : log);

/** The audit log of a record, page after page from the newest entry to the first. */
export const auditPagesQuery = (
  queryKey: QueryKey,
  read: (query: AuditPageQuery, signal: AbortSignal) => Promise<AuditLog>,
) =>
  infiniteQueryOptions<AuditLogPage, Error, InfiniteData<AuditLogPage>, QueryKey, string | undefined>({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await read({ page_size: '50', ...(pageParam ? { cursor: pageParam } : {}) }, signal)),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // A log that may be a minute old is no log to look at.
    staleTime: 0,
  });
