import { importRoutes } from '#functions/imports/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { ssnEncryptor } from './wiring.ts';

export const handler = serve(importRoutes, { table: table(), ssnEncryptor: ssnEncryptor() });
