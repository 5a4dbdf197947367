import { createApi } from '#functions/kernel/api.ts';
import { ssnRoutes } from '#functions/ssn/routes.ts';
import { apiSettings, ssnOpener, table } from './parts.ts';

export const handler = createApi(ssnRoutes, { table: table(), ssnOpener: ssnOpener() }, apiSettings());
