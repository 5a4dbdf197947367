import { queryOptions } from '@tanstack/react-query';
import type { PostingState } from '#domain/quickbooks/postings.ts';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import type { OverviewScope } from '#domain/quickbooks/quickbooks.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { quickBooksKeys } from './keys.ts';

/** Cached for a minute (D3 §9). `company`: realm id of an additional company. */
export const quickBooksStatusQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: quickBooksKeys.status(company),
    queryFn: ({ signal }) => call(quickBooksEndpoints.status, { query: { company } }, { signal }),
    staleTime: 60_000,
  });

export const quickBooksSettingsQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: quickBooksKeys.settings(company),
    queryFn: ({ signal }) => call(quickBooksEndpoints.settings, { query: { company } }, { signal }),
  });

export const accountsQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: quickBooksKeys.accounts(company),
    queryFn: ({ signal }) => call(quickBooksEndpoints.accounts, { query: { company } }, { signal }),
    staleTime: 10 * 60_000,
  });

/** Polled every few seconds, because entries are sent in the background. */
export const postingsQuery = (call: Call, state: PostingState) =>
  queryOptions({
    queryKey: quickBooksKeys.entries(state),
    queryFn: ({ signal }) => call(quickBooksEndpoints.entries, { query: { state } }, { signal }),
    refetchInterval: 10_000,
  });

export const syncProgressQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: quickBooksKeys.progress(company),
    queryFn: ({ signal }) => call(quickBooksEndpoints.syncProgress, { query: { company } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      [data?.preview, data?.sending].some((run) => run?.state === 'running') ? 2_000 : false,
  });

/** Never refetched automatically, because QuickBooks limits reads. */
export const monthQuery = (call: Call, month: string, company?: string) =>
  queryOptions({
    queryKey: quickBooksKeys.month(month, company),
    queryFn: ({ signal }) => call(quickBooksEndpoints.reconciliation, { query: { month, company } }, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** Cached for ten minutes (D3 §9). */
export const overviewQuery = (call: Call, scope: OverviewScope, company?: string) =>
  queryOptions({
    queryKey: quickBooksKeys.overview(scope, company),
    queryFn: ({ signal }) => call(quickBooksEndpoints.overview, { query: { scope, company } }, { signal }),
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });

/** Never refetched automatically, because QuickBooks limits reads. */
export const invoicesQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: quickBooksKeys.invoices(company),
    queryFn: ({ signal }) => call(quickBooksEndpoints.invoices, { query: { company } }, { signal }),
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
