import { paperRoutes } from '#functions/documents/printing/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { table } from './parts/table.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(paperRoutes, { table: table() }, apiSettings());
