import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { caseKeys } from '../cases/keys.ts';
import { permitKeys } from './keys.ts';

/** After a change of a case's permits: they are read again, with what the case's history says of it. */
const usePermitsChange = (caseId: string) => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    return client.invalidateQueries({ queryKey: permitKeys.ofCase(caseId) });
  };
};

type PermitBody = NonNullable<CallInput<typeof permitEndpoints.add>['body']>;

/** Sent again under the same key after a lost answer, a permit is added once. */
export const useAddPermit = (caseId: string) => {
  const call = useApi();
  const changed = usePermitsChange(caseId);
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: PermitBody; idempotencyKey: string }) =>
      call(permitEndpoints.add, { params: { id: caseId }, body }, { idempotencyKey }),
    onSuccess: changed,
  });
};

export const useUpdatePermit = (caseId: string) => {
  const call = useApi();
  const changed = usePermitsChange(caseId);
  return useMutation({
    mutationFn: ({ permitId, body }: { permitId: string; body: PermitBody }) =>
      call(permitEndpoints.update, { params: { id: caseId, permitId }, body }),
    onSuccess: changed,
  });
};

export const useDeletePermit = (caseId: string) => {
  const call = useApi();
  const changed = usePermitsChange(caseId);
  return useMutation({
    mutationFn: (permitId: string) => call(permitEndpoints.delete, { params: { id: caseId, permitId } }),
    onSuccess: changed,
  });
};
