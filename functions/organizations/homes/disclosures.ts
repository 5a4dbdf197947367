import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { auditLogs } from '#functions/platform/store/audit/audit-log.ts';
import { homesReadOnly } from '../repository/homes.ts';
import { noSuchHome } from './read-homes.ts';

const getHomeAuditLog = handler(
  funeralHomeEndpoints.auditLog,
  { homes: homesReadOnly, auditLogs },
  async ({ params, query }, { db, cursor }) => {
    if (!(await db.homes.plainHome(params.id))) throw noSuchHome();
    return db.auditLogs.of('HOME', params.id, query, cursor);
  },
);

export const funeralHomeDisclosures = organizationScopedRoutes(funeralHomeEndpoints, { auditLog: getHomeAuditLog });
