import { firstCallRoutes } from '#functions/first-calls/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { keyWrapper, ssnEncryptor } from './wiring.ts';

export const handler = serve([...firstCallRoutes], {
  table: table(),
  ssnEncryptor: ssnEncryptor(),
  keyWrapper: keyWrapper(),
});
