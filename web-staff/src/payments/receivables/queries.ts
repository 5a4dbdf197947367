// Apart from the queries of payments, whose endpoints the home page does not load.
import { queryOptions } from '@tanstack/react-query';
import { receivablesEndpoints } from '#domain/payments/receivables.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { paymentKeys } from '../keys.ts';

export const receivablesQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: paymentKeys.receivables(caseId),
    queryFn: ({ signal }) => call(receivablesEndpoints.get, { params: { id: caseId } }, { signal }),
    staleTime: 0,
  });

export const moneyDueQuery = (call: Call) =>
  queryOptions({
    queryKey: paymentKeys.due,
    queryFn: ({ signal }) => call(receivablesEndpoints.due, {}, { signal }),
  });
