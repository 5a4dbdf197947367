import { infiniteQueryOptions, keepPreviousData, useQueries } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import type { CurrentUser } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery } from '../api/calls.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { taskKeys } from './keys.ts';

export type TasksQuery = NonNullable<CallInput<typeof taskEndpoints.list>['query']>;

export const tasksQuery = (call: Call, query: TasksQuery) =>
  callQuery(call, taskEndpoints.list, { query }, taskKeys.list(query), { placeholderData: keepPreviousData });

/** Returns the lists of the user's own tasks and of those that their role has. */
export const mineOf = ({ id, role }: CurrentUser): TasksQuery[] => [{ owner: id }, { role }];

/** The rows of several lists, 50 of each a page. */
export const taskPagesQuery = (call: Call, queries: readonly TasksQuery[]) =>
  infiniteQueryOptions({
    queryKey: taskKeys.list(queries),
    queryFn: async ({ pageParam, signal }) => {
      const pages = await Promise.all(
        queries.map((query) =>
          call(taskEndpoints.list, { query: { ...query, page: String(pageParam), page_size: '50' } }, { signal }),
        ),
      );
      return { rows: pages.flatMap(({ results }) => results), isLast: pages.every(({ next }) => next === null) };
    },
    initialPageParam: 1,
    getNextPageParam: ({ isLast }, _, page) => (isLast ? undefined : page + 1),
  });

export const taskPeopleQuery = (call: Call) => callQuery(call, taskEndpoints.people, {}, taskKeys.people);

/** Returns how many of the user's tasks are overdue, with those of their role. */
export const useOverdueTasks = (): number => {
  const call = useApi();
  return useQueries({
    queries: mineOf(useCurrentUser()).map((query) => tasksQuery(call, { ...query, when: 'overdue', page_size: '10' })),
    combine: (found) => found.reduce((all, { data }) => all + (data?.count ?? 0), 0),
  });
};

export const taskQuery = (call: Call, id: string) =>
  callQuery(call, taskEndpoints.get, { params: { id } }, taskKeys.one(id), { staleTime: 0 });

export const caseTasksQuery = (call: Call, caseId: string) =>
  callQuery(call, taskEndpoints.ofCase, { params: { id: caseId } }, taskKeys.ofCase(caseId), { staleTime: 0 });
