import { reportRoutes } from '#functions/reports/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';

export const handler = serve(reportRoutes, { table: table() });
