import { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { getInvitation } from './get-invitation.ts';

export const invitationRoutes = routesOf(invitationEndpoints, { get: getInvitation, accept: acceptInvitation });
