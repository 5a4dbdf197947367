import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { signatureTemplateEndpoints, signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import type { StandardDocumentKind } from '#domain/signatures/standard-document-templates.ts';
import { useApi } from '../api/api-context.ts';
import { caseKeys } from '../cases/keys.ts';
import { whenMade } from '../documents/parts/when-made.ts';
import { signatureKeys } from './keys.ts';
import type { NewEnvelopeBody } from './queries.ts';

/** The response is shown at once, and lists and the case's history are read again. */
const useEnvelopeChange = () => {
  const client = useQueryClient();
  return async (envelope: SignatureEnvelope) => {
    client.setQueryData(signatureKeys.one(envelope.id), envelope);
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(envelope.case.id) });
    await client.invalidateQueries({
      queryKey: signatureKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
  };
};

/** The idempotency key creates it once, even after a lost response. */
export const useCreateEnvelope = () => {
  const call = useApi();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewEnvelopeBody; idempotencyKey: string }) =>
      call(envelopeEndpoints.createMulti, { body }, { idempotencyKey }),
    onSuccess: useEnvelopeChange(),
  });
};

export type EnvelopePatchBody = NonNullable<CallInput<typeof envelopeEndpoints.update>['body']>;
export const useUpdateEnvelope = (id: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: (body: EnvelopePatchBody) => call(envelopeEndpoints.update, { params: { id }, body }),
    onSuccess: useEnvelopeChange(),
  });
};

export const useSendEnvelope = () => {
  const call = useApi();
  return useMutation({
    mutationFn: (id: string) => call(envelopeEndpoints.send, { params: { id } }),
    onSuccess: useEnvelopeChange(),
  });
};

export const useResend = (id: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: (recipientId?: string) =>
      call(envelopeEndpoints.resend, { params: { id }, body: { recipient_id: recipientId ?? null } }),
    onSuccess: useEnvelopeChange(),
  });
};

/** The worker asks DocuSeal, and the page polls for the result. */
export const useRefreshEnvelope = (id: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: () => call(signingServiceEndpoints.refresh, { params: { id } }),
    onSuccess: useEnvelopeChange(),
  });
};

export const useVoidEnvelope = (id: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: (reason: string) => call(envelopeEndpoints.void, { params: { id }, body: { reason } }),
    onSuccess: useEnvelopeChange(),
  });
};

export const useDeleteEnvelope = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(envelopeEndpoints.delete, { params: { id }, body: { reason } }),
    onSuccess: async () => {
      client.removeQueries({ queryKey: signatureKeys.one(id) });
      await client.invalidateQueries({ queryKey: signatureKeys.all });
    },
  });
};

export const useBulk = () => {
  const call = useApi();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: signatureKeys.all });
  const removal = useMutation({
    mutationFn: ({ ids, reason }: { ids: string[]; reason: string }) =>
      call(envelopeEndpoints.bulkDelete, { body: { submission_ids: ids, ...(reason ? { reason } : {}) } }),
    onSettled,
  });
  const resending = useMutation({
    mutationFn: (ids: string[]) => call(envelopeEndpoints.bulkResend, { body: { submission_ids: ids } }),
    onSettled,
  });
  return { removal, resending };
};

const useTemplateChange = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: signatureKeys.all });
};

export type NewTemplateBody = NonNullable<CallInput<typeof signatureTemplateEndpoints.create>['body']>;
export const useCreateTemplate = () => {
  const call = useApi();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewTemplateBody; idempotencyKey: string }) =>
      call(signatureTemplateEndpoints.create, { body }, { idempotencyKey }),
    onSuccess: useTemplateChange(),
  });
};

export type TemplatePatchBody = NonNullable<CallInput<typeof signatureTemplateEndpoints.update>['body']>;
export const useUpdateTemplate = (id: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: (body: TemplatePatchBody) => call(signatureTemplateEndpoints.update, { params: { id }, body }),
    onSuccess: useTemplateChange(),
  });
};

export const useDeleteTemplate = () => {
  const call = useApi();
  return useMutation({
    mutationFn: (id: string) => call(signatureTemplateEndpoints.delete, { params: { id } }),
    onSuccess: useTemplateChange(),
  });
};

export const useActivateTemplate = () => {
  const call = useApi();
  return useMutation({
    mutationFn: ({ id, mapping }: { id: string; mapping: Record<string, string> }) =>
      call(signingServiceEndpoints.activate, { params: { id }, body: { mapping } }),
    onSuccess: useTemplateChange(),
  });
};

/** Idempotent by kind. */
export const useMakeReadyMade = () => {
  const call = useApi();
  return useMutation({
    mutationFn: (template_type: StandardDocumentKind) =>
      call(signingServiceEndpoints.readyMade, { body: { template_type } }),
    onSettled: useTemplateChange(),
  });
};

export const useSyncTemplates = () => {
  const call = useApi();
  return useMutation({
    mutationFn: () => call(signingServiceEndpoints.sync, {}),
    onSettled: useTemplateChange(),
  });
};

/** The link works for anyone who has it, so it is not cached. */
export const useSignedFile = (id: string) => {
  const call = useApi();
  return useMutation({
    mutationFn: async (query: NonNullable<CallInput<typeof envelopeEndpoints.download>['query']>) =>
      (await call(envelopeEndpoints.download, { params: { id }, query })).download_url,
    gcTime: 0,
  });
};

export const useSignedZip = (id: string) => {
  const call = useApi();
  const ask = () => call(envelopeEndpoints.downloadAll, { params: { id } });
  return useMutation({ mutationFn: async () => whenMade(await ask(), ask), gcTime: 0 });
};
