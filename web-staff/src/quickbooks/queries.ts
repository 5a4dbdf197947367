import type { PostingState } from '#domain/quickbooks/postings.ts';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import type { OverviewScope } from '#domain/quickbooks/quickbooks.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { callQuery } from '../api/calls.ts';
import { quickBooksKeys } from './keys.ts';

/** Cached for a minute (D3 §9). `company`: realm id of an additional company. */
export const quickBooksStatusQuery = (call: Call, company?: string) =>
  callQuery(call, quickBooksEndpoints.status, { query: { company } }, quickBooksKeys.status(company), {
    staleTime: 60_000,
  });

export const quickBooksSettingsQuery = (call: Call, company?: string) =>
  callQuery(call, quickBooksEndpoints.settings, { query: { company } }, quickBooksKeys.settings(company));

export const accountsQuery = (call: Call, company?: string) =>
  callQuery(call, quickBooksEndpoints.accounts, { query: { company } }, quickBooksKeys.accounts(company), {
    staleTime: 10 * 60_000,
  });

/** Polled every few seconds, because entries are sent in the background. */
export const postingsQuery = (call: Call, state: PostingState) =>
  callQuery(call, quickBooksEndpoints.entries, { query: { state } }, quickBooksKeys.entries(state), {
    refetchInterval: 10_000,
  });

export const syncProgressQuery = (call: Call, company?: string) =>
  callQuery(call, quickBooksEndpoints.syncProgress, { query: { company } }, quickBooksKeys.progress(company), {
    refetchInterval: ({ state: { data } }) =>
      [data?.preview, data?.sending].some((run) => run?.state === 'running') ? 2_000 : false,
  });

/** Never refetched automatically, because QuickBooks limits reads. */
export const monthQuery = (call: Call, month: string, company?: string) =>
  callQuery(
    call,
    quickBooksEndpoints.reconciliation,
    { query: { month, company } },
    quickBooksKeys.month(month, company),
    { staleTime: 60_000, refetchOnWindowFocus: false },
  );

/** Cached for ten minutes (D3 §9). */
export const overviewQuery = (call: Call, scope: OverviewScope, company?: string) =>
  callQuery(
    call,
    quickBooksEndpoints.overview,
    { query: { scope, company } },
    quickBooksKeys.overview(scope, company),
    { staleTime: 10 * 60_000, refetchOnWindowFocus: false },
  );

/** Never refetched automatically, because QuickBooks limits reads. */
export const invoicesQuery = (call: Call, company?: string) =>
  callQuery(call, quickBooksEndpoints.invoices, { query: { company } }, quickBooksKeys.invoices(company), {
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
