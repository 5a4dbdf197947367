import { notFound } from '#domain/contract/errors.ts';
import type { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import type { HomeRecord } from '#functions/records/homes.ts';
import type { Database } from '#functions/store/database.ts';

/** The home, or 404 in the spec's words. */
export const requireHome = async (db: Database, id: string): Promise<HomeRecord> => {
  const home = await db.organizations.home(id);
  if (!home) throw notFound('Funeral home not found');
  return home;
};

export const listFuneralHomes: Handler<typeof funeralHomeEndpoints.list> = async (_, { db }) => {
  const results = await db.organizations.homes();
  return { count: results.length, next: null, previous: null, results };
};

export const getHome: Handler<typeof funeralHomeEndpoints.get> = ({ params }, { db }) => requireHome(db, params.id);

export const getCurrentHome: Handler<typeof funeralHomeEndpoints.current> = (_, { db, actor }) =>
  requireHome(db, actor.homeId);

export const getHomeAuditLog: Handler<typeof funeralHomeEndpoints.auditLog> = async ({ params }, { db }) => {
  await requireHome(db, params.id);
  return db.audit.of('HOME', params.id);
};
