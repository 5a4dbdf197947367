import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Call } from '#domain/contract/client.ts';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import type { Submission } from '#domain/submissions/submission.schema.ts';
import { useApi } from '../../api/api-context.ts';

type ListQuery = NonNullable<CallInput<typeof submissionEndpoints.list>['query']>;

type Changes = CallInput<typeof submissionEndpoints.update>['body'];

const lists = ['submissions', 'list'] as const;
const one = (id: string) => ['submissions', 'one', id] as const;

export const submissionsQuery = (call: Call, query: ListQuery) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(submissionEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const submissionQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: one(id),
    queryFn: ({ signal }) => call(submissionEndpoints.get, { params: { id } }, { signal }),
  });

export const nextNumberQuery = (call: Call, query: { year: string; location: string }) =>
  queryOptions({
    queryKey: ['cases', 'next-number', query],
    queryFn: ({ signal }) => call(caseEndpoints.previewNextNumber, { query }, { signal }),
    staleTime: 0,
  });

export const numberTakenQuery = (call: Call, number: string) =>
  queryOptions({
    queryKey: ['cases', 'number-taken', number],
    queryFn: ({ signal }) => call(caseEndpoints.checkNumber, { query: { case_number: number } }, { signal }),
    staleTime: 0,
  });

/** Puts a changed submission where the pages look for it, and lets the lists be read again. */
const useKeep = () => {
  const client = useQueryClient();
  return (submission: Submission) => {
    client.setQueryData(one(submission.id), submission);
    return client.invalidateQueries({ queryKey: lists });
  };
};

export const useMarkContacted = (id: string) => {
  const call = useApi();
  const keep = useKeep();
  return useMutation({
    mutationFn: () => call(submissionEndpoints.markContacted, { params: { id } }),
    onSuccess: keep,
  });
};

export const useUpdateSubmission = (id: string) => {
  const call = useApi();
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ version, patch }: { version: number; patch: Record<string, string | boolean | string[]> }) =>
      call(submissionEndpoints.update, { params: { id }, body: { ...patch, version } as Changes }),
    onSuccess: keep,
  });
};

export const useDeleteSubmission = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(submissionEndpoints.delete, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
};

export const useConvertToCase = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ number, idempotencyKey }: { number: string; idempotencyKey: string }) =>
      call(
        submissionEndpoints.convertToCase,
        { params: { id }, body: { case_number_manual_override: number } },
        { idempotencyKey },
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['submissions'] }),
        client.invalidateQueries({ queryKey: ['cases', 'list'] }),
        // The next of kin becomes a customer, or one that is known gets the case.
        client.invalidateQueries({ queryKey: ['customers'] }),
      ]),
  });
};
