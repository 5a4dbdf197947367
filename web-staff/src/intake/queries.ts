import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery } from '../api/calls.ts';
import { useCan } from '../team/parts/current-user.ts';
import { submissionKeys } from './keys.ts';

type SubmissionsQuery = NonNullable<CallInput<typeof submissionEndpoints.list>['query']>;

export const submissionsQuery = (call: Call, query: SubmissionsQuery) =>
  callQuery(call, submissionEndpoints.list, { query }, submissionKeys.list(query), {
    placeholderData: keepPreviousData,
  });

export const submissionQuery = (call: Call, id: string) =>
  callQuery(call, submissionEndpoints.get, { params: { id } }, submissionKeys.one(id));

/** Polls the newest unanswered submissions and their exact count every minute. */
export const useNewSubmissions = () =>
  useQuery({
    ...submissionsQuery(useApi(), { status: 'new', page_size: '10' }),
    enabled: useCan()('submission:read'),
    refetchInterval: 60_000,
  });

/** Polls the unanswered submissions, longest waiting first, every minute. */
export const waitingQuery = (call: Call) =>
  queryOptions({
    ...submissionsQuery(call, { status: 'new', ordering: 'created_at', page_size: '10' }),
    refetchInterval: 60_000,
  });

/** Returns the converted reports whose family no one has called. */
export const convertedQuery = (call: Call) =>
  queryOptions({
    ...submissionsQuery(call, { status: 'converted', waiting: 'true', page_size: '100' }),
    refetchInterval: 60_000,
  });
