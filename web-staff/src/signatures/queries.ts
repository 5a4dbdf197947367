import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { isAwaitingSigners } from '#domain/signatures/envelope-status.ts';
import { signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { signatureTemplateEndpoints, signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { signatureKeys } from './keys.ts';

type ListQuery = NonNullable<CallInput<typeof envelopeEndpoints.list>['query']>;
export type NewEnvelopeBody = NonNullable<CallInput<typeof envelopeEndpoints.createMulti>['body']>;

/** In person the next signer is waiting for the tablet. */
const lookAgainMs = { asked: 2_000, inPerson: 4_000, waiting: 20_000 };
const pauseOf = (envelopes: readonly SignatureEnvelope[]): number | false => {
  if (envelopes.some(({ sending }) => sending === 'asked')) return lookAgainMs.asked;
  const isHere = ({ recipients }: SignatureEnvelope) =>
    recipients.some(({ delivery, status }) => delivery === 'in_person' && status !== 'completed');
  if (envelopes.some((one) => isAwaitingSigners(one.status) && isHere(one))) return lookAgainMs.inPerson;
  return envelopes.some(({ status }) => isAwaitingSigners(status) || status === 'signed') && lookAgainMs.waiting;
};

export const envelopesQuery = (call: Call, query: ListQuery) =>
  queryOptions({
    queryKey: signatureKeys.list(query),
    queryFn: ({ signal }) => call(envelopeEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const envelopeQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: signatureKeys.one(id),
    queryFn: ({ signal }) => call(envelopeEndpoints.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data ? pauseOf([state.data]) : false),
  });

export const envelopesOfCaseQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: signatureKeys.ofCase(caseId),
    queryFn: ({ signal }) => call(envelopeEndpoints.byCase, { query: { funeral_service_id: caseId } }, { signal }),
    refetchInterval: ({ state }) => pauseOf(state.data ?? []),
  });

export const choicesQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: signatureKeys.choices(caseId),
    queryFn: ({ signal }) => call(envelopeEndpoints.choices, { query: { case_id: caseId } }, { signal }),
    staleTime: 0,
  });

export const previewQuery = (call: Call, body: NewEnvelopeBody) =>
  queryOptions({
    queryKey: signatureKeys.preview(body),
    queryFn: ({ signal }) => call(envelopeEndpoints.preview, { body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });

export const templatesQuery = (call: Call) =>
  queryOptions({
    queryKey: signatureKeys.templates,
    queryFn: ({ signal }) => call(signatureTemplateEndpoints.list, {}, { signal }),
  });

export const fieldPreviewQuery = (call: Call, id: string, case_id = '') =>
  queryOptions({
    queryKey: signatureKeys.fields(id, case_id),
    queryFn: ({ signal }) =>
      call(signingServiceEndpoints.fieldPreview, { params: { id }, query: case_id ? { case_id } : {} }, { signal }),
    placeholderData: keepPreviousData,
    // The user may return after fixing the case.
    staleTime: 0,
    gcTime: 0,
  });

export const sourcesQuery = (call: Call) =>
  queryOptions({
    queryKey: signatureKeys.sources,
    queryFn: ({ signal }) => call(signatureTemplateEndpoints.sources, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const signingKeys = { connection: ['signing', 'connection'], health: ['signing', 'health'] } as const;

export const signingConnectionQuery = (call: Call) =>
  queryOptions({
    queryKey: signingKeys.connection,
    queryFn: ({ signal }) => call(signingConnectionEndpoints.get, {}, { signal }),
  });

export const signingHealthQuery = (call: Call) =>
  queryOptions({
    queryKey: signingKeys.health,
    queryFn: ({ signal }) => call(signingConnectionEndpoints.health, {}, { signal }),
    staleTime: 30_000,
  });
