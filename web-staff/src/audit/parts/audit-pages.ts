import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { AuditLog, AuditLogPage } from '#domain/shared/audit/audit-log.schema.ts';

interface AuditPageQuery {
  cursor?: string;
  page_size: '50';
}

/** A call without a page returns only the list of the newest entries. */
const pageOf = (log: AuditLog): AuditLogPage => (Array.isArray(log) ? { results: log, next_cursor: null } : log);

/** Newest first. */
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
    // A verified log must not be a minute old.
    staleTime: 0,
  });
