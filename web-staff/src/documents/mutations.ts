import { useQueryClient } from '@tanstack/react-query';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useChange } from '../api/calls.ts';
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

const useDocumentCall = <Input, Result>(caseId: string, ask: (call: Call, input: Input) => Promise<Result>) =>
  useChange(ask, useDocumentChange(caseId));

type DocumentPatchBody = NonNullable<CallInput<typeof documentEndpoints.update>['body']>;
export const useUpdateDocument = (caseId: string) =>
  useDocumentCall(caseId, (call, { id, body }: { id: string; body: DocumentPatchBody }) =>
    call(documentEndpoints.update, { params: { id }, body }),
  );

export const useDeleteDocument = (caseId: string) =>
  useDocumentCall(caseId, (call, id: string) => call(documentEndpoints.delete, { params: { id } }));

export const useRestoreDocument = (caseId: string) =>
  useDocumentCall(caseId, (call, id: string) => call(documentEndpoints.restore, { params: { id } }));

/** The link works for anyone who has it, so it is not cached. */
export const useDocumentLink = () =>
  useChange(
    async (call, { id, disposition }: { id: string; disposition: 'attachment' | 'inline' }) =>
      (await call(documentEndpoints.download, { params: { id }, query: { disposition } })).download_url,
    undefined,
    { gcTime: 0 },
  );

export const useDocumentsZip = (caseId: string) =>
  useChange(
    async (call) => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const zip = await call(documentEndpoints.zip, { body: { case_id: caseId } }, options);
      return whenMade(zip, () => call(documentEndpoints.getZip, { params: { id: zip.id } }));
    },
    undefined,
    { gcTime: 0 },
  );
