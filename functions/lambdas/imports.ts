import { importRoutes } from '#functions/imports/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { table } from './wiring/table.ts';
import { apiSettings, ssnEncryptor } from './wiring.ts';

export const handler = createApi(importRoutes, { table: table(), ssnEncryptor: ssnEncryptor() }, apiSettings());
