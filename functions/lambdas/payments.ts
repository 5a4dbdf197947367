import { receivablesRoutes } from '#functions/payments/receivables/routes.ts';
import { paymentRoutes } from '#functions/payments/routes.ts';
import { statementRoutes } from '#functions/statements/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { keyWrapper, ssnEncryptor } from './wiring.ts';

export const handler = serve([...paymentRoutes, ...statementRoutes, ...receivablesRoutes], {
  table: table(),
  ssnEncryptor: ssnEncryptor(),
  keyWrapper: keyWrapper(),
});
