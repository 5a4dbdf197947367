import { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { implement } from '#functions/kernel/api.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { getInvitation } from './get-invitation.ts';

export const invitationRoutes = implement(invitationEndpoints, { get: getInvitation, accept: acceptInvitation });
