import { useQueryClient } from '@tanstack/react-query';
import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { readAgain } from '../api/cache.ts';
import { useChange } from '../api/calls.ts';
import { toastRefused, toastSuccess } from '../ui/feedback/toasts.tsx';

/** A change of permits also changes deadlines. */
const usePermitsChange = (caseId: string) => {
  const client = useQueryClient();
  return () => readAgain(client, 'permit.changed', caseId);
};

type PermitBody = NonNullable<CallInput<typeof permitEndpoints.add>['body']>;

/** The idempotency key adds a permit once although a lost call is repeated. */
export const useAddPermit = (caseId: string) =>
  useChange(
    (call, { body, idempotencyKey }: { body: PermitBody; idempotencyKey: string }) =>
      call(permitEndpoints.add, { params: { id: caseId }, body }, { idempotencyKey }),
    usePermitsChange(caseId),
  );

export const useUpdatePermit = (caseId: string) => {
  const changed = usePermitsChange(caseId);
  return useChange(
    (call, { permitId, body }: { permitId: string; body: PermitBody }) =>
      call(permitEndpoints.update, { params: { id: caseId, permitId }, body }),
    async () => {
      await changed();
      toastSuccess('Permit updated successfully');
    },
    { onError: (error) => toastRefused(error, 'Failed to update permit') },
  );
};

export const useDeletePermit = (caseId: string) =>
  useChange(
    (call, permitId: string) => call(permitEndpoints.delete, { params: { id: caseId, permitId } }),
    usePermitsChange(caseId),
  );
