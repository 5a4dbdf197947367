import { createApi } from '#functions/platform/api/api.ts';
import { insightRoutes } from '#functions/reports/routes.ts';
import { table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(insightRoutes, { table: table() }, apiSettings());
