import { keepPreviousData } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { isAwaitingSigners } from '#domain/signatures/envelope-status.ts';
import { signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { signatureTemplateEndpoints, signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { callQuery } from '../api/calls.ts';
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
  callQuery(call, envelopeEndpoints.list, { query }, signatureKeys.list(query), {
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const envelopeQuery = (call: Call, id: string) =>
  callQuery(call, envelopeEndpoints.get, { params: { id } }, signatureKeys.one(id), {
    refetchInterval: ({ state }) => (state.data ? pauseOf([state.data]) : false),
  });

export const envelopesOfCaseQuery = (call: Call, caseId: string) =>
  callQuery(call, envelopeEndpoints.byCase, { query: { funeral_service_id: caseId } }, signatureKeys.ofCase(caseId), {
    refetchInterval: ({ state }) => pauseOf(state.data ?? []),
  });

export const choicesQuery = (call: Call, caseId: string) =>
  callQuery(call, envelopeEndpoints.choices, { query: { case_id: caseId } }, signatureKeys.choices(caseId), {
    staleTime: 0,
  });

export const previewQuery = (call: Call, body: NewEnvelopeBody) =>
  callQuery(call, envelopeEndpoints.preview, { body }, signatureKeys.preview(body), {
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });

export const templatesQuery = (call: Call) =>
  callQuery(call, signatureTemplateEndpoints.list, {}, signatureKeys.templates);

export const fieldPreviewQuery = (call: Call, id: string, case_id = '') =>
  callQuery(
    call,
    signingServiceEndpoints.fieldPreview,
    { params: { id }, query: case_id ? { case_id } : {} },
    signatureKeys.fields(id, case_id),
    {
      placeholderData: keepPreviousData,
      // The user may return after fixing the case.
      staleTime: 0,
      gcTime: 0,
    },
  );

export const sourcesQuery = (call: Call) =>
  callQuery(call, signatureTemplateEndpoints.sources, {}, signatureKeys.sources, {
    staleTime: Number.POSITIVE_INFINITY,
  });

const signingKeys = { connection: ['signing', 'connection'], health: ['signing', 'health'] } as const;

export const signingConnectionQuery = (call: Call) =>
  callQuery(call, signingConnectionEndpoints.get, {}, signingKeys.connection);

export const signingHealthQuery = (call: Call) =>
  callQuery(call, signingConnectionEndpoints.health, {}, signingKeys.health, { staleTime: 30_000 });
