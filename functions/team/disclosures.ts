import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { memberAuditLog } from './member-audit-log.ts';

export const teamDisclosures = organizationScopedRoutes(teamEndpoints, { memberAuditLog });
