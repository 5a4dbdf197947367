import { healthEndpoints, healthOf } from '#domain/system-status/health.endpoints.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { lastHealth } from '#functions/platform/store/health.ts';

const getHealth = handler(healthEndpoints.get, { lastHealth }, async (_, { db, now }) =>
  healthOf(await db.lastHealth.find(), now),
);

export const healthRoutes = routesOf(healthEndpoints, { get: getHealth });
