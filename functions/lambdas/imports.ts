import { importRoutes } from '#functions/imports/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { table } from './parts/table.ts';
import { apiSettings, ssnEncryptor } from './parts.ts';

export const handler = createApi(importRoutes, { table: table(), ssnSealer: ssnEncryptor() }, apiSettings());
