import { useMutation, useQueryClient } from '@tanstack/react-query';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { caseKeys } from '../cases/keys.ts';
import { documentKeys } from './keys.ts';
import { whenMade } from './parts/when-made.ts';

export const useDocumentChange = (caseId: string) => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    return client.invalidateQueries({ queryKey: documentKeys.ofCase(caseId) });
  };
};

export type DocumentPatchBody = NonNullable<CallInput<typeof documentEndpoints.update>['body']>;

export const useUpdateDocument = (caseId: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: DocumentPatchBody }) =>
      call(documentEndpoints.update, { params: { id }, body }),
    onSuccess: useDocumentChange(caseId),
  });
};

export const useDeleteDocument = (caseId: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: (id: string) => call(documentEndpoints.delete, { params: { id } }),
    onSuccess: useDocumentChange(caseId),
  });
};

export const useRestoreDocument = (caseId: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: (id: string) => call(documentEndpoints.restore, { params: { id } }),
    onSuccess: useDocumentChange(caseId),
  });
};

/** The link works for anyone who has it, so it is not cached. */
export const useDocumentLink = () => {
  const call = useApi();
  return useMutation({
    mutationFn: async ({ id, disposition }: { id: string; disposition: 'attachment' | 'inline' }) =>
      (await call(documentEndpoints.download, { params: { id }, query: { disposition } })).download_url,
    gcTime: 0,
  });
};

const zipOf = async (call: Call, caseId: string): Promise<string> => {
  const zip = await call(documentEndpoints.zip, { body: { case_id: caseId } }, { idempotencyKey: crypto.randomUUID() });
  return whenMade(zip, () => call(documentEndpoints.getZip, { params: { id: zip.id } }));
};

export const useDocumentsZip = (caseId: string) => {
  const call = useApi();
  return useMutation({ mutationFn: () => zipOf(call, caseId), gcTime: 0 });
};
