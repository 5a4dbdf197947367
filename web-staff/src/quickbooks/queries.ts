import { queryOptions } from '@tanstack/react-query';
import type { PostingState } from '#domain/quickbooks/postings.ts';
import { accountingEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import type { OverviewScope } from '#domain/quickbooks/quickbooks.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { accountingKeys } from './keys.ts';

/** Cached for a minute (D3 §9). `company`: realm id of an additional company. */
export const accountingStatusQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.status(company),
    queryFn: ({ signal }) => call(accountingEndpoints.status, { query: { company } }, { signal }),
    staleTime: 60_000,
  });

export const accountingSettingsQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.settings(company),
    queryFn: ({ signal }) => call(accountingEndpoints.settings, { query: { company } }, { signal }),
  });

export const accountsQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.accounts(company),
    queryFn: ({ signal }) => call(accountingEndpoints.accounts, { query: { company } }, { signal }),
    staleTime: 10 * 60_000,
  });

/** Polled every few seconds, because entries are sent in the background. */
export const accountingEntriesQuery = (call: Call, state: PostingState) =>
  queryOptions({
    queryKey: accountingKeys.entries(state),
    queryFn: ({ signal }) => call(accountingEndpoints.entries, { query: { state } }, { signal }),
    refetchInterval: 10_000,
  });

export const syncProgressQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.progress(company),
    queryFn: ({ signal }) => call(accountingEndpoints.syncProgress, { query: { company } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      [data?.preview, data?.sending].some((run) => run?.state === 'running') ? 2_000 : false,
  });

/** Never refetched automatically, because QuickBooks limits reads. */
export const monthQuery = (call: Call, month: string, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.month(month, company),
    queryFn: ({ signal }) => call(accountingEndpoints.reconciliation, { query: { month, company } }, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** Cached for ten minutes (D3 §9). */
export const overviewQuery = (call: Call, scope: OverviewScope, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.overview(scope, company),
    queryFn: ({ signal }) => call(accountingEndpoints.overview, { query: { scope, company } }, { signal }),
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });

/** Never refetched automatically, because QuickBooks limits reads. */
export const invoicesQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.invoices(company),
    queryFn: ({ signal }) => call(accountingEndpoints.invoices, { query: { company } }, { signal }),
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
