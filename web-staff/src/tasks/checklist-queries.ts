import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import type { Checklist } from '#domain/tasks/checklist.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { toastFailure } from '../ui/feedback/toasts.tsx';

const currentKey = ['tasks', 'checklists'] as const;
const versionsKey = (homeId: string) => ['tasks', 'checklist-versions', homeId] as const;

export const checklistsQuery = (call: Call) =>
  callQuery(call, taskEndpoints.checklists, {}, currentKey, { staleTime: 0 });

export const checklistVersionsQuery = (call: Call, homeId: string) =>
  callQuery(call, taskEndpoints.checklists, { query: { versions_of: homeId } }, versionsKey(homeId));

/** Whether someone else saved the checklist first. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

export const useSaveChecklist = () => {
  const keyFor = useIdempotencyKey();
  const client = useQueryClient();
  return useChange(
    (call, body: NonNullable<CallInput<typeof taskEndpoints.saveChecklist>['body']>) =>
      call(taskEndpoints.saveChecklist, { body }, { idempotencyKey: keyFor(body) }),
    (saved) => {
      client.setQueryData<Checklist[]>(currentKey, (all) =>
        all?.map((one) => (one.funeral_home_id === saved.funeral_home_id ? saved : one)),
      );
      return client.invalidateQueries({ queryKey: versionsKey(saved.funeral_home_id) });
    },
    { onError: (error) => (isStale(error) ? client.invalidateQueries({ queryKey: currentKey }) : toastFailure(error)) },
  );
};
