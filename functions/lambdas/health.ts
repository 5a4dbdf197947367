import { createApi } from '#functions/platform/api/api.ts';
import { healthRoutes } from '#functions/system-status/routes.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(healthRoutes, { table: table() }, apiSettings());
