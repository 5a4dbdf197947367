import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery } from '../api/calls.ts';
import { auditPagesQuery } from '../audit/parts/audit-pages.ts';
import { teamKeys } from './keys.ts';
import { useCan } from './parts/current-user.ts';

const mailingPollMs = 2000;

export const membersQuery = (call: Call) =>
  queryOptions({
    queryKey: teamKeys.members,
    queryFn: ({ signal }) => call(teamEndpoints.members, {}, { signal }),
    select: ({ results }) => results,
  });

export const memberHistoryQuery = (call: Call, id: string) =>
  auditPagesQuery(teamKeys.history(id), (query, signal) =>
    call(teamEndpoints.memberAuditLog, { params: { id }, query }, { signal }),
  );

/** Refetched every few seconds while an email is being sent. */
export const invitationsQuery = (call: Call) =>
  queryOptions({
    queryKey: teamKeys.invitations,
    queryFn: ({ signal }) => call(teamEndpoints.invitations, { query: { page_size: '100' } }, { signal }),
    select: ({ results }) => results,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status, sent_at }) => status === 'pending' && sent_at === null)
        ? mailingPollMs
        : false,
  });

export const usePendingInvitations = () => {
  const call = useApi();
  const may = useCan()('team:manage');
  return useQuery(
    callQuery(call, teamEndpoints.pendingCount, {}, teamKeys.pendingCount, { enabled: may, staleTime: 5 * 60_000 }),
  );
};
