import { createApi } from '#functions/kernel/api.ts';
import { ssnRoutes } from '#functions/ssn/routes.ts';
import { table } from './parts/table.ts';
import { apiSettings, ssnOpener } from './parts.ts';

export const handler = createApi(ssnRoutes, { table: table(), ssnOpener: ssnOpener() }, apiSettings());
