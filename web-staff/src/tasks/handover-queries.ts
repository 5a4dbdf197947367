import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import type { Handover, HandoverPage } from '#domain/tasks/handover.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { toastError, toastFailure } from '../ui/feedback/toasts.tsx';

const queryKey = ['tasks', 'handover'] as const;

/** Polls, so that the writer sees who took over. */
export const handoverQuery = (call: Call) =>
  queryOptions({
    ...callQuery(call, taskEndpoints.handover, {}, queryKey),
    staleTime: 0,
    refetchInterval: 60_000,
  });

/** Returns the note that no one has confirmed yet. */
export const openNote = ({ current }: HandoverPage): Handover | null => (current?.confirmed ? null : current);

/** A refusal means that the hand-over changed, so the page is read again before `refused` is called. */
const useHandoverChange = <Input>(
  change: (call: Call, input: Input) => Promise<Handover>,
  refused: (page: HandoverPage, error: ApiError) => void,
) => {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey });
  return useChange(change, readAgain, {
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return toastFailure(error);
      await readAgain();
      const page = client.getQueryData<HandoverPage>(queryKey);
      if (page) refused(page, error);
    },
  });
};

export const useWriteHandover = (refused: (page: HandoverPage) => void) =>
  useHandoverChange(
    (call, body: { note: string; version: number }) => call(taskEndpoints.writeHandover, { body }),
    refused,
  );

export const useTakeOver = () =>
  useHandoverChange(
    (call, body: { version: number; answer: string }) => call(taskEndpoints.confirmHandover, { body }),
    ({ current }, error) =>
      current?.confirmed ? toastError(`${current.confirmed.by_name} already took over.`) : toastFailure(error),
  );
