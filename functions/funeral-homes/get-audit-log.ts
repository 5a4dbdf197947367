import { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { homesReadOnly } from '#functions/records/organizations/homes.ts';
import { auditLogs } from '#functions/store/audit/audit-log.ts';
import { noSuchHome } from './read-homes.ts';

export const getHomeAuditLog = handler(
  funeralHomeEndpoints.auditLog,
  { homes: homesReadOnly, auditLogs },
  async ({ params, query }, { db, cursor }) => {
    if (!(await db.homes.plainHome(params.id))) throw noSuchHome();
    return db.auditLogs.of('HOME', params.id, query, cursor);
  },
);
