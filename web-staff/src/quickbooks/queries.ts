import { queryOptions } from '@tanstack/react-query';
import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import type { OverviewScope } from '#domain/quickbooks/accounting.schema.ts';
import type { PostingState } from '#domain/quickbooks/postings.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { accountingKeys } from './keys.ts';

/** How the organization stands with QuickBooks; kept for a minute (D3 §9). Of its first company, or of the one of a number. */
export const accountingStatusQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.status(company),
    queryFn: ({ signal }) => call(accountingEndpoints.status, { query: { company } }, { signal }),
    staleTime: 60_000,
  });

/** How money is booked. */
export const accountingSettingsQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.settings(company),
    queryFn: ({ signal }) => call(accountingEndpoints.settings, { query: { company } }, { signal }),
  });

/** The chart of accounts of the connected company. */
export const accountsQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.accounts(company),
    queryFn: ({ signal }) => call(accountingEndpoints.accounts, { query: { company } }, { signal }),
    staleTime: 10 * 60_000,
  });

/** What was sent, waits, failed or was done by hand; looked at every few seconds, for it is sent in the background. */
export const accountingEntriesQuery = (call: Call, state: PostingState) =>
  queryOptions({
    queryKey: accountingKeys.entries(state),
    queryFn: ({ signal }) => call(accountingEndpoints.entries, { query: { state } }, { signal }),
    refetchInterval: 10_000,
  });

/** How far a first sync is; looked at every other second while it is under way. */
export const syncProgressQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.progress(company),
    queryFn: ({ signal }) => call(accountingEndpoints.syncProgress, { query: { company } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      [data?.preview, data?.sending].some((run) => run?.state === 'running') ? 2_000 : false,
  });

/** A month of the ledger beside QuickBooks; asked when somebody looks, for each look is counted over there. */
export const monthQuery = (call: Call, month: string, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.month(month, company),
    queryFn: ({ signal }) => call(accountingEndpoints.reconciliation, { query: { month, company } }, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** What the company has taken in, spent and is owed, as QuickBooks reports it; kept for ten minutes (D3 §9). */
export const overviewQuery = (call: Call, scope: OverviewScope, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.overview(scope, company),
    queryFn: ({ signal }) => call(accountingEndpoints.overview, { query: { scope, company } }, { signal }),
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });

/** The latest invoices of the connected company; each look is counted over there. */
export const invoicesQuery = (call: Call, company?: string) =>
  queryOptions({
    queryKey: accountingKeys.invoices(company),
    queryFn: ({ signal }) => call(accountingEndpoints.invoices, { query: { company } }, { signal }),
    staleTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
