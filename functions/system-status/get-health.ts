import { healthEndpoints } from '#domain/system-status/health.endpoints.ts';
import { healthOf } from '#domain/system-status/health.rules.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { lastHealth } from '#functions/platform/store/system-health.ts';

export const getHealth = handler(healthEndpoints.get, { lastHealth }, async (_, { db, now }) =>
  healthOf(await db.lastHealth.find(), now),
);
