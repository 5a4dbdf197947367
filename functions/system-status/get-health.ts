import { healthEndpoints } from '#domain/health/health.endpoints.ts';
import { healthOf } from '#domain/health/health.rules.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { lastHealth } from './repository.ts';

export const getHealth = handler(healthEndpoints.get, { lastHealth }, async (_, { db, now }) =>
  healthOf(await db.lastHealth.find(), now),
);
