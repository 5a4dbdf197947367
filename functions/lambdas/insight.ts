import { createApi } from '#functions/platform/api/api.ts';
import { reportRoutes } from '#functions/reports/routes.ts';
import { table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(reportRoutes, { table: table() }, apiSettings());
