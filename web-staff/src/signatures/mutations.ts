import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { signatureTemplateEndpoints, signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import type { StandardDocumentKind } from '#domain/signatures/standard-document-templates.ts';
import { useApi } from '../api/api-context.ts';
import { useChange } from '../api/calls.ts';
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

const useEnvelopeCall = <Input>(ask: (call: Call, input: Input) => Promise<SignatureEnvelope>) =>
  useChange(ask, useEnvelopeChange());

/** The idempotency key creates it once, even after a lost response. */
export const useCreateEnvelope = () =>
  useEnvelopeCall((call, { body, idempotencyKey }: { body: NewEnvelopeBody; idempotencyKey: string }) =>
    call(envelopeEndpoints.createMulti, { body }, { idempotencyKey }),
  );

type EnvelopePatchBody = NonNullable<CallInput<typeof envelopeEndpoints.update>['body']>;
export const useUpdateEnvelope = (id: string) =>
  useEnvelopeCall((call, body: EnvelopePatchBody) => call(envelopeEndpoints.update, { params: { id }, body }));

export const useSendEnvelope = () =>
  useEnvelopeCall((call, id: string) => call(envelopeEndpoints.send, { params: { id } }));

export const useResend = (id: string) =>
  useEnvelopeCall((call, recipientId: string | undefined) =>
    call(envelopeEndpoints.resend, { params: { id }, body: { recipient_id: recipientId ?? null } }),
  );

/** The worker asks DocuSeal, and the page polls for the result. */
export const useRefreshEnvelope = (id: string) =>
  useEnvelopeCall((call) => call(signingServiceEndpoints.refresh, { params: { id } }));

export const useVoidEnvelope = (id: string) =>
  useEnvelopeCall((call, reason: string) => call(envelopeEndpoints.void, { params: { id }, body: { reason } }));

export const useDeleteEnvelope = (id: string) =>
  useChange(
    (call, reason: string) => call(envelopeEndpoints.delete, { params: { id }, body: { reason } }),
    async (_, __, client) => {
      client.removeQueries({ queryKey: signatureKeys.one(id) });
      await client.invalidateQueries({ queryKey: signatureKeys.all });
    },
  );

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

const useTemplateCall = <Input, Result>(
  ask: (call: Call, input: Input) => Promise<Result>,
  when: 'onSuccess' | 'onSettled' = 'onSuccess',
) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => ask(call, input),
    [when]: () => client.invalidateQueries({ queryKey: signatureKeys.all }),
  });
};

type NewTemplateBody = NonNullable<CallInput<typeof signatureTemplateEndpoints.create>['body']>;
export const useCreateTemplate = () =>
  useTemplateCall((call, { body, idempotencyKey }: { body: NewTemplateBody; idempotencyKey: string }) =>
    call(signatureTemplateEndpoints.create, { body }, { idempotencyKey }),
  );

export type TemplatePatchBody = NonNullable<CallInput<typeof signatureTemplateEndpoints.update>['body']>;
export const useUpdateTemplate = (id: string) =>
  useTemplateCall((call, body: TemplatePatchBody) => call(signatureTemplateEndpoints.update, { params: { id }, body }));

export const useDeleteTemplate = () =>
  useTemplateCall((call, id: string) => call(signatureTemplateEndpoints.delete, { params: { id } }));

export const useActivateTemplate = () =>
  useTemplateCall((call, { id, mapping }: { id: string; mapping: Record<string, string> }) =>
    call(signingServiceEndpoints.activate, { params: { id }, body: { mapping } }),
  );

/** Idempotent by kind. */
export const useMakeReadyMade = () =>
  useTemplateCall(
    (call, template_type: StandardDocumentKind) => call(signingServiceEndpoints.readyMade, { body: { template_type } }),
    'onSettled',
  );

export const useSyncTemplates = () => useTemplateCall((call) => call(signingServiceEndpoints.sync, {}), 'onSettled');

/** The link works for anyone who has it, so it is not cached. */
export const useSignedFile = (id: string) =>
  useChange(
    async (call, query: NonNullable<CallInput<typeof envelopeEndpoints.download>['query']>) =>
      (await call(envelopeEndpoints.download, { params: { id }, query })).download_url,
    undefined,
    { gcTime: 0 },
  );

export const useSignedZip = (id: string) => {
  const call = useApi();
  const ask = () => call(envelopeEndpoints.downloadAll, { params: { id } });
  return useMutation({ mutationFn: async () => whenMade(await ask(), ask), gcTime: 0 });
};
