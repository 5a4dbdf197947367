import { healthEndpoints } from '#domain/system-status/health.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { getHealth } from './get-health.ts';

export const healthRoutes = routesOf(healthEndpoints, { get: getHealth });
