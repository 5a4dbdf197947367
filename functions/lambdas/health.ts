import { createApi } from '#functions/platform/api/api.ts';
import { healthRoutes } from '#functions/system-status/routes.ts';
import { table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(healthRoutes, { table: table() }, apiSettings());
