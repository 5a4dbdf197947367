import { paperRoutes } from '#functions/documents/printing/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { table } from './wiring/table.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(paperRoutes, { table: table() }, apiSettings());
