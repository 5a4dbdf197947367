import { healthRoutes } from '#functions/system-status/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';

export const handler = serve(healthRoutes, { table: table() });
