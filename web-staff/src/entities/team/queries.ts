import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { useCan } from '../profile/current-user.ts';

/** Everything about the team is kept under this key. */
export const teamKey = ['team'] as const;
const mailingPollMs = 2000;

export const membersQuery = (call: Call) =>
  queryOptions({
    queryKey: [...teamKey, 'members'],
    queryFn: ({ signal }) => call(teamEndpoints.members, {}, { signal }),
    select: ({ results }) => results,
  });

/** The invitations; asked for again in short order while a mail is on its way. */
export const invitationsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...teamKey, 'invitations'],
    queryFn: ({ signal }) => call(teamEndpoints.invitations, {}, { signal }),
    select: ({ results }) => results,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status, sent_at }) => status === 'pending' && sent_at === null)
        ? mailingPollMs
        : false,
  });

/** How many invitations wait for an answer; for those who can do something about them. */
export const usePendingInvitations = () => {
  const call = useApi();
  const may = useCan()('team:manage');
  return useQuery({
    queryKey: [...teamKey, 'pending-count'],
    queryFn: ({ signal }) => call(teamEndpoints.pendingCount, {}, { signal }),
    enabled: may,
    staleTime: 5 * 60_000,
  });
};

interface NewInvitation {
  body: CallInput<typeof teamEndpoints.invite>['body'];
  idempotencyKey: string;
}

export const useInvite = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewInvitation) => call(teamEndpoints.invite, { body }, { idempotencyKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: teamKey }),
  });
};
