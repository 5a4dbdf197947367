import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { paymentKeys } from './keys.ts';

/** The ledger of a case with its balance, as it stands now. */
export const ledgerQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: paymentKeys.ledger(caseId),
    queryFn: ({ signal }) => call(paymentEndpoints.byCase, { query: { case_id: caseId } }, { signal }),
    staleTime: 0,
  });
