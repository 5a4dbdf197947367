import { receivablesRoutes } from '#functions/payments/receivables/routes.ts';
import { paymentRoutes } from '#functions/payments/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { statementRoutes } from '#functions/statements/routes.ts';
import { table } from './wiring/table.ts';
import { apiSettings, keyWrapper, ssnEncryptor } from './wiring.ts';

export const handler = createApi(
  [...paymentRoutes, ...statementRoutes, ...receivablesRoutes],
  { table: table(), ssnEncryptor: ssnEncryptor(), keyWrapper: keyWrapper() },
  apiSettings(),
);
