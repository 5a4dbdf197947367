import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { otherMethods } from '#domain/payments/ledger-entry.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { paymentKeys } from './keys.ts';

export const ledgerQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: paymentKeys.ledger(caseId),
    queryFn: ({ signal }) =>
      call(paymentEndpoints.byCase, { query: { case_id: caseId, with_voided: 'true' } }, { signal }),
    staleTime: 0,
  });

type PaymentsQuery = NonNullable<CallInput<typeof paymentEndpoints.list>['query']>;
type SummaryQuery = NonNullable<CallInput<typeof paymentEndpoints.summary>['query']>;

export const paymentsQuery = (call: Call, query: PaymentsQuery) =>
  queryOptions({
    queryKey: paymentKeys.list(query),
    queryFn: ({ signal }) => call(paymentEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const paymentSummaryQuery = (call: Call, query: SummaryQuery) =>
  queryOptions({
    queryKey: paymentKeys.summary(query),
    queryFn: ({ signal }) => call(paymentEndpoints.summary, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Descriptions to choose from for another method: those used recently, then defaults. */
export const useOtherMethods = (enabled: boolean): string[] => {
  const query = paymentsQuery(useApi(), { payment_method: 'other', page_size: '100' });
  const { data } = useQuery({ ...query, enabled });
  return otherMethods((data?.results ?? []).map(({ other_method_description }) => other_method_description));
};
