import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Case, CasePatch } from '#domain/cases/case-wire.schema.ts';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { useApi } from '../../api/api-context.ts';
import { caseKeys } from '../../cases/keys.ts';
import { cacheCase } from '../../cases/mutations.ts';

const keyOf = (caseId: string) => ['family-review', caseId] as const;

/** How the family's reading of the certificate's facts stands. */
export const familyReviewQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: keyOf(caseId),
    queryFn: ({ signal }) => call(familyPageEndpoints.review, { params: { id: caseId } }, { signal }),
    staleTime: 0,
  });

export const useSendReview = (caseId: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(familyPageEndpoints.sendReview, { params: { id: caseId } }),
    onSuccess: (review) => {
      client.setQueryData(keyOf(caseId), review);
      for (const queryKey of [caseKeys.auditLog(caseId), caseKeys.one(caseId)])
        void client.invalidateQueries({ queryKey });
    },
  });
};

/** Enters what the family corrected in the case itself, under the case's own rules. */
export const useApplyCorrection = (caseId: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: Record<string, string>) =>
      call(caseEndpoints.update, { params: { id: caseId }, body: values as CasePatch }),
    onSuccess: (caseRecord) => {
      cacheCase(client, caseRecord, client.getQueryData<Case>(caseKeys.one(caseId)));
      return client.invalidateQueries({ queryKey: keyOf(caseId) });
    },
  });
};
