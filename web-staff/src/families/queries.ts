import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import type { CodeWay, FamilyPage } from '#domain/families/family-page.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { caseKeys } from '../cases/keys.ts';

const keyOf = (caseId: string) => ['family-page', caseId] as const;

export const familyPageQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: keyOf(caseId),
    queryFn: ({ signal }) => call(familyPageEndpoints.get, { params: { id: caseId } }, { signal }),
    staleTime: 0,
  });

const useChanged = (caseId: string) => {
  const client = useQueryClient();
  return (page: FamilyPage) => {
    client.setQueryData(keyOf(caseId), page);
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    void client.invalidateQueries({ queryKey: caseKeys.one(caseId) });
  };
};

type Choices = NonNullable<CallInput<typeof familyPageEndpoints.update>['body']>;

export const useUpdateFamilyPage = (caseId: string) => {
  const call = useApi();
  const changed = useChanged(caseId);
  return useMutation({
    mutationFn: (body: Choices) => call(familyPageEndpoints.update, { params: { id: caseId }, body }),
    onSuccess: changed,
  });
};

export const useIssueCode = (caseId: string) => {
  const call = useApi();
  const changed = useChanged(caseId);
  return useMutation({
    mutationFn: ({ by, idempotencyKey }: { by: CodeWay; idempotencyKey: string }) =>
      call(familyPageEndpoints.open, { params: { id: caseId }, body: { by } }, { idempotencyKey }),
    onSuccess: ({ page }) => changed(page),
  });
};

export const useCloseFamilyPage = (caseId: string) => {
  const call = useApi();
  const changed = useChanged(caseId);
  return useMutation({
    mutationFn: () => call(familyPageEndpoints.close, { params: { id: caseId } }),
    onSuccess: changed,
  });
};
