import { createApi } from '#functions/platform/api/api.ts';
import { insightRoutes } from '#functions/reports/routes.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(insightRoutes, { table: table() }, apiSettings());
