import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { calendarFeedEndpoints } from '#domain/calendar/calendar-feed.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../../api/api-context.ts';
import { calendarKeys } from '../keys.ts';

export type NewFeedBody = NonNullable<CallInput<typeof calendarFeedEndpoints.create>['body']>;

/** The calendar links that somebody may revoke. */
export const calendarFeedsQuery = (call: Call) =>
  queryOptions({
    queryKey: calendarKeys.feeds,
    queryFn: async ({ signal }) => (await call(calendarFeedEndpoints.list, {}, { signal })).results,
  });

const useFeedsChanged = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: calendarKeys.feeds });
};

/** Its answer holds the address, which nobody can read afterwards: it stands in no cache. */
export const useMakeFeed = () => {
  const call = useApi();
  const onSuccess = useFeedsChanged();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewFeedBody; idempotencyKey: string }) =>
      call(calendarFeedEndpoints.create, { body }, { idempotencyKey }),
    gcTime: 0,
    onSuccess,
  });
};

export const useRevokeFeed = () => {
  const call = useApi();
  const onSettled = useFeedsChanged();
  return useMutation({
    mutationFn: (id: string) => call(calendarFeedEndpoints.revoke, { params: { id } }),
    onSettled,
  });
};
