import { createApi } from '#functions/kernel/api.ts';
import { paperRoutes } from '#functions/paper/routes.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(paperRoutes, { table: table() }, apiSettings());
