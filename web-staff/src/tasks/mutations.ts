import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput, CallOutput, Endpoint } from '#domain/shared/contract/endpoint.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import type { TaskRow } from '#domain/tasks/task.schema.ts';
import { endOldReads, readAgain } from '../api/cache.ts';
import { useChange } from '../api/calls.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { toastFailure, toastUndoable } from '../ui/feedback/toasts.tsx';
import { taskKeys } from './keys.ts';

/** Changes a task in every list, case and panel that shows it. */
const showTask = (client: QueryClient, task: TaskRow): void => {
  const changed = (data: unknown): unknown => {
    if (Array.isArray(data)) return data.map(changed);
    if (typeof data !== 'object' || data === null) return data;
    if ('id' in data && data.id === task.id) return { ...data, ...task };
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, changed(value)]));
  };
  client.setQueriesData({ queryKey: taskKeys.all }, changed);
};

interface Step {
  task: TaskRow;
  to: TaskRow['state'];
  reason?: string;
  /** It takes a step back, which is not offered again. */
  isUndo?: boolean;
}

const stepLabels = { done: 'Done', not_needed: 'Not needed', open: 'Reopened' };

/** Returns what completes, ends or reopens a task: at once, and back again if the server refuses. */
export const useTaskStep = (): ((step: Step) => void) => {
  const client = useQueryClient();
  const { first_name, last_name } = useCurrentUser();
  const { mutate } = useChange(
    (call, { task: { id }, to, reason = '' }: Step) =>
      to === 'open'
        ? call(taskEndpoints.reopen, { params: { id } })
        : call(taskEndpoints.complete, { params: { id }, body: { not_needed: to === 'not_needed', reason } }),
    (task, { task: before, to, isUndo }) => {
      showTask(client, task);
      if (!isUndo)
        toastUndoable(`${stepLabels[to]}: ${task.title}`, () =>
          take({ task, to: before.state, reason: before.reason, isUndo: true }),
        );
      return readAgain(client, 'task.changed', task.case ?? '');
    },
    {
      onError: (error, { task }) => {
        showTask(client, task);
        toastFailure(error);
      },
    },
  );
  const take = (step: Step) => {
    const { task, to, reason = '' } = step;
    endOldReads(client, taskKeys.all);
    const ended = {
      ended_at: new Date().toISOString(),
      ended_by_name: `${first_name} ${last_name}`,
      is_by_fact: false,
    };
    showTask(client, { ...task, ...(to === 'open' ? {} : ended), state: to, reason });
    mutate(step);
  };
  return take;
};

/** Returns a call that changes tasks, and then reads again what it changed. */
export const useSendTask = (caseId: string | null) => {
  const keyFor = useIdempotencyKey();
  const { mutateAsync } = useChange(
    (call, send: (call: Call) => Promise<unknown>) => send(call),
    (_answer, _send, client) => readAgain(client, 'task.changed', caseId ?? ''),
  );
  return <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    mutateAsync((call) =>
      call(endpoint, input, endpoint.idempotent ? { idempotencyKey: keyFor(input) } : {}),
    ) as Promise<CallOutput<E>>;
};
