import { createApi } from '#functions/kernel/api.ts';
import { receivablesRoutes } from '#functions/money-to-come/routes.ts';
import { paymentRoutes } from '#functions/payments/routes.ts';
import { statementRoutes } from '#functions/statements/routes.ts';
import { table } from './parts/table.ts';
import { apiSettings, keyWrapper, ssnEncryptor } from './parts.ts';

export const handler = createApi(
  [...paymentRoutes, ...statementRoutes, ...receivablesRoutes],
  { table: table(), ssnSealer: ssnEncryptor(), keyWrapper: keyWrapper() },
  apiSettings(),
);
