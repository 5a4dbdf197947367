import { createApi } from '#functions/kernel/api.ts';
import { moneyToComeRoutes } from '#functions/money-to-come/routes.ts';
import { paymentRoutes } from '#functions/payments/routes.ts';
import { statementRoutes } from '#functions/statements/routes.ts';
import { table } from './parts/table.ts';
import { apiSettings, keyWrapper, ssnSealer } from './parts.ts';

export const handler = createApi(
  [...paymentRoutes, ...statementRoutes, ...moneyToComeRoutes],
  { table: table(), ssnSealer: ssnSealer(), keyWrapper: keyWrapper() },
  apiSettings(),
);
