import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { otherMethods } from '#domain/payments/ledger-entry.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { receivablesEndpoints } from '#domain/payments/receivables.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery } from '../api/calls.ts';
import { paymentKeys } from './keys.ts';

export const ledgerQuery = (call: Call, caseId: string) =>
  callQuery(
    call,
    paymentEndpoints.byCase,
    { query: { case_id: caseId, with_voided: 'true' } },
    paymentKeys.ledger(caseId),
    { staleTime: 0 },
  );

type PaymentsQuery = NonNullable<CallInput<typeof paymentEndpoints.list>['query']>;
type SummaryQuery = NonNullable<CallInput<typeof paymentEndpoints.summary>['query']>;

export const paymentsQuery = (call: Call, query: PaymentsQuery) =>
  callQuery(call, paymentEndpoints.list, { query }, paymentKeys.list(query), { placeholderData: keepPreviousData });

export const paymentSummaryQuery = (call: Call, query: SummaryQuery) =>
  callQuery(call, paymentEndpoints.summary, { query }, paymentKeys.summary(query), {
    placeholderData: keepPreviousData,
  });

/** Descriptions to choose from for another method: those used recently, then defaults. */
export const useOtherMethods = (enabled: boolean): string[] => {
  const query = paymentsQuery(useApi(), { payment_method: 'other', page_size: '100' });
  const { data } = useQuery({ ...query, enabled });
  return otherMethods((data?.results ?? []).map(({ other_method_description }) => other_method_description));
};

// Apart from the queries of payments, whose endpoints the home page does not load.

export const receivablesQuery = (call: Call, caseId: string) =>
  callQuery(call, receivablesEndpoints.get, { params: { id: caseId } }, paymentKeys.receivables(caseId), {
    staleTime: 0,
  });

export const moneyDueQuery = (call: Call) => callQuery(call, receivablesEndpoints.due, {}, paymentKeys.due);
