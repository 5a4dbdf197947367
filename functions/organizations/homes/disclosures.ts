import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { getHomeAuditLog } from './get-audit-log.ts';

export const funeralHomeDisclosures = organizationScopedRoutes(funeralHomeEndpoints, { auditLog: getHomeAuditLog });
