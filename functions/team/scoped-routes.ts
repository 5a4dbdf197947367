import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { auditLogs } from '#functions/platform/store/audit/audit-log.ts';
import { membersReadOnly } from './repository/team.ts';

/** Includes sign-ins: one that was started and is followed by no success has failed. */
const memberAuditLog = handler(
  teamEndpoints.memberAuditLog,
  { members: membersReadOnly, auditLogs },
  async ({ params, query }, { db, cursor }) => {
    await db.members.requireMember(params.id);
    return db.auditLogs.of('PROFILE', params.id, query, cursor);
  },
);

export const teamScopedRoutes = organizationScopedRoutes(teamEndpoints, { memberAuditLog });
