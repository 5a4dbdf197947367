import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { type CaseAction, statusAfter } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { ApiError, type Call, isOutcomeUnknown } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { dropRows, readAgain, showRecord, showRow } from '../api/cache.ts';
import { useChange } from '../api/calls.ts';
import { caseKeys } from './keys.ts';
import { caseRowOf } from './parts/section-values.ts';

export const cacheCase = (client: QueryClient, caseRecord: Case, before: Case | undefined) => {
  showRow(client, caseKeys.lists, caseRowOf(caseRecord));
  showRecord(client, caseKeys.one(caseRecord.id), caseRecord);
  if (caseRecord.contract_total !== before?.contract_total) void readAgain(client, 'case.total-agreed', caseRecord.id);
  void readAgain(client, 'case.changed', caseRecord.id);
};

export type NewCaseBody = NonNullable<CallInput<typeof caseEndpoints.create>['body']>;

export const useCreateCase = () =>
  useChange(
    (call, { body, idempotencyKey }: { body: NewCaseBody; idempotencyKey: string }) =>
      call(caseEndpoints.create, { body }, { idempotencyKey }),
    ({ possible_duplicates, ...caseRecord }, _, client) => {
      showRow(client, caseKeys.lists, caseRowOf(caseRecord));
      showRecord(client, caseKeys.one(caseRecord.id), caseRecord);
      client.setQueryData(caseKeys.alike(caseRecord.id), possible_duplicates);
      void readAgain(client, 'case.opened');
    },
  );

export type Move = { from: CaseStatus } & (
  | { action: Exclude<CaseAction, 'cancel' | 'complete'> }
  | { action: 'complete'; reason?: string | undefined }
  | { action: 'cancel'; reason: string }
);

const sendMove = (call: Call, id: string, move: Move): Promise<Case> => {
  const params = { id };
  if (move.action === 'cancel') return call(caseEndpoints.cancel, { params, body: { reason: move.reason } });
  if (move.action === 'complete')
    return call(caseEndpoints.complete, { params, ...(move.reason ? { body: { reason: move.reason } } : {}) });
  return call(caseEndpoints[move.action], { params });
};

/** Shows the new status at once. After a lost response or another user's change it reloads the case. */
export const useMoveCase = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (move: Move) =>
      sendMove(call, id, move).catch(async (error: unknown) => {
        const now = isOutcomeUnknown(error)
          ? await call(caseEndpoints.get, { params: { id } }).catch(() => undefined)
          : undefined;
        if (now && now.status === statusAfter(move.from, move.action)) return now;
        throw error;
      }),
    onMutate: async ({ from, action }) => {
      await client.cancelQueries({ queryKey: caseKeys.one(id) });
      const before = client.getQueryData<Case>(caseKeys.one(id));
      const status = statusAfter(from, action);
      // Only the server knows the cancellation's reason, user and time.
      if (before && status && action !== 'cancel') client.setQueryData(caseKeys.one(id), { ...before, status });
      return { before };
    },
    onSuccess: (caseRecord, _, { before }) => cacheCase(client, caseRecord, before),
    onError: (_, __, context) => {
      if (context?.before) showRecord(client, caseKeys.one(id), context.before);
      void client.invalidateQueries({ queryKey: caseKeys.one(id) });
    },
  });
};

const forgetCases = (client: QueryClient, ids: readonly string[]) => {
  dropRows(client, caseKeys.lists, ids);
  void readAgain(client, 'case.gone');
};

type Deletion = NonNullable<CallInput<typeof caseEndpoints.delete>['query']>;

/** The page of a deleted case is still open, so its cache entry stays until the user leaves. */
export const useDeleteCase = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const isGone = () =>
    call(caseEndpoints.get, { params: { id } }).then(
      () => false,
      (error: unknown) => error instanceof ApiError && error.status === 404,
    );
  return useMutation({
    mutationFn: async (query: Deletion) => {
      try {
        await call(caseEndpoints.delete, { params: { id }, query });
      } catch (error) {
        if (!isOutcomeUnknown(error) || !(await isGone())) throw error;
      }
    },
    onSuccess: () => forgetCases(client, [id]),
  });
};

export const useDeleteCases = () =>
  useChange(
    (call, body: NonNullable<CallInput<typeof caseEndpoints.bulkDelete>['body']>) =>
      call(caseEndpoints.bulkDelete, { body }),
    (_, { case_ids }, client) => forgetCases(client, case_ids),
  );
