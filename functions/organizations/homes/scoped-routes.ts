import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { auditLogs } from '#functions/platform/store/audit/audit-log.ts';
import { type HomeRecord, homesReadOnly } from '../repository/homes.ts';
import { type Organizations, organizations } from '../repository/organizations.ts';

const noSuchHome = () => notFound(homeNotFound);

export const requireHome = async (organizations: Organizations, id: string): Promise<HomeRecord> => {
  const home = await organizations.home(id);
  if (!home) throw noSuchHome();
  return home;
};

export const listFuneralHomes = handler(funeralHomeEndpoints.list, { organizations }, async (_, { db }) => {
  const results = await db.organizations.homes();
  return { count: results.length, next: null, previous: null, results };
});

export const getHome = handler(funeralHomeEndpoints.get, { organizations }, ({ params }, { db }) =>
  requireHome(db.organizations, params.id),
);

export const getCurrentHome = handler(funeralHomeEndpoints.current, { organizations }, (_, { db, actor }) =>
  requireHome(db.organizations, actor.homeId),
);

const getHomeAuditLog = handler(
  funeralHomeEndpoints.auditLog,
  { homes: homesReadOnly, auditLogs },
  async ({ params, query }, { db, cursor }) => {
    if (!(await db.homes.plainHome(params.id))) throw noSuchHome();
    return db.auditLogs.of('HOME', params.id, query, cursor);
  },
);

export const funeralHomeScopedRoutes = organizationScopedRoutes(funeralHomeEndpoints, { auditLog: getHomeAuditLog });
