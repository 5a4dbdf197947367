import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { type TeamMember, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { useChange } from '../api/calls.ts';
import { teamKeys } from './keys.ts';
import { useCurrentUser } from './parts/current-user.ts';

/** Refreshes the team after a change; everything after a change of the user's own account. */
const useTeamChange = <Input>(change: (call: Call, input: Input) => Promise<{ id: string }>) => {
  const call = useApi();
  const client = useQueryClient();
  const self = useCurrentUser().id;
  return useMutation({
    mutationFn: (input: Input) => change(call, input),
    // Also after a rejection, which another user's change may have caused.
    onSettled: (changed) => client.invalidateQueries(changed?.id === self ? {} : { queryKey: teamKeys.all }),
  });
};

export const useChangeMember = (id: string) =>
  useTeamChange((call, body: CallInput<typeof teamEndpoints.changeMember>['body']) =>
    call(teamEndpoints.changeMember, { params: { id }, body }),
  );

export const useSetMemberStatus = () =>
  useTeamChange((call, { id, status }: Pick<TeamMember, 'id' | 'status'>) =>
    call(status === 'active' ? teamEndpoints.reactivateMember : teamEndpoints.deactivateMember, { params: { id } }),
  );

export const useResetAuthenticator = () =>
  useTeamChange((call, id: string) => call(teamEndpoints.resetAuthenticator, { params: { id } }));

export const useResendInvitation = () =>
  useTeamChange((call, id: string) => call(teamEndpoints.resendInvitation, { params: { id } }));

export const useCancelInvitation = () =>
  useTeamChange((call, id: string) => call(teamEndpoints.cancelInvitation, { params: { id } }));

interface NewInvitation {
  body: CallInput<typeof teamEndpoints.invite>['body'];
  idempotencyKey: string;
}

export const useInvite = () =>
  useChange(
    (call, { body, idempotencyKey }: NewInvitation) => call(teamEndpoints.invite, { body }, { idempotencyKey }),
    (_, __, client) => client.invalidateQueries({ queryKey: teamKeys.all }),
  );
