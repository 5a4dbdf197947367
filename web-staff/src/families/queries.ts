import { useQueryClient } from '@tanstack/react-query';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import type { CodeWay, FamilyPage } from '#domain/families/family-page.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { caseKeys } from '../cases/keys.ts';

const keyOf = (caseId: string) => ['family-page', caseId] as const;

export const familyPageQuery = (call: Call, caseId: string) =>
  callQuery(call, familyPageEndpoints.get, { params: { id: caseId } }, keyOf(caseId), { staleTime: 0 });

const useChanged = (caseId: string) => {
  const client = useQueryClient();
  return (page: FamilyPage) => {
    client.setQueryData(keyOf(caseId), page);
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    void client.invalidateQueries({ queryKey: caseKeys.one(caseId) });
  };
};

type Choices = NonNullable<CallInput<typeof familyPageEndpoints.update>['body']>;

export const useUpdateFamilyPage = (caseId: string) =>
  useChange(
    (call, body: Choices) => call(familyPageEndpoints.update, { params: { id: caseId }, body }),
    useChanged(caseId),
  );

export const useIssueCode = (caseId: string) => {
  const changed = useChanged(caseId);
  return useChange(
    (call, { by, idempotencyKey }: { by: CodeWay; idempotencyKey: string }) =>
      call(familyPageEndpoints.open, { params: { id: caseId }, body: { by } }, { idempotencyKey }),
    ({ page }) => changed(page),
  );
};

export const useCloseFamilyPage = (caseId: string) =>
  useChange((call) => call(familyPageEndpoints.close, { params: { id: caseId } }), useChanged(caseId));
