// Apart from the queries of payments, whose endpoints the home page does not load.

import { receivablesEndpoints } from '#domain/payments/receivables.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { callQuery } from '../../api/calls.ts';
import { paymentKeys } from '../keys.ts';

export const receivablesQuery = (call: Call, caseId: string) =>
  callQuery(call, receivablesEndpoints.get, { params: { id: caseId } }, paymentKeys.receivables(caseId), {
    staleTime: 0,
  });

export const moneyDueQuery = (call: Call) => callQuery(call, receivablesEndpoints.due, {}, paymentKeys.due);
