import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { certificateEndpoints } from '#domain/certificates/certificate.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { readAgain } from '../api/cache.ts';
import { caseKeys } from '../cases/keys.ts';

const keyOf = (caseId: string) => ['certificate-copies', caseId] as const;

/** The copies of a case's death certificate, as they stand now. */
export const copiesQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: keyOf(caseId),
    queryFn: ({ signal }) => call(certificateEndpoints.copies, { params: { id: caseId } }, { signal }),
    staleTime: 0,
  });

const useCopiesChange = (caseId: string) => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    void readAgain(client, 'figures');
    return client.invalidateQueries({ queryKey: keyOf(caseId) });
  };
};

type CopiesBody = NonNullable<CallInput<typeof certificateEndpoints.recordCopies>['body']>;

/** Sent again under the same key after a lost answer, an entry is recorded once. */
export const useRecordCopies = (caseId: string) => {
  const call = useApi();
  const changed = useCopiesChange(caseId);
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: CopiesBody; idempotencyKey: string }) =>
      call(certificateEndpoints.recordCopies, { params: { id: caseId }, body }, { idempotencyKey }),
    onSuccess: changed,
  });
};

export const useDeleteCopies = (caseId: string) => {
  const call = useApi();
  const changed = useCopiesChange(caseId);
  return useMutation({
    mutationFn: (entryId: string) => call(certificateEndpoints.deleteCopies, { params: { id: caseId, entryId } }),
    onSuccess: changed,
  });
};
