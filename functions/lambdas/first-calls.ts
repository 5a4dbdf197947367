import { firstCallRoutes } from '#functions/first-calls/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { table } from './wiring/table.ts';
import { apiSettings, keyWrapper, ssnEncryptor } from './wiring.ts';

export const handler = createApi(
  [...firstCallRoutes],
  { table: table(), ssnEncryptor: ssnEncryptor(), keyWrapper: keyWrapper() },
  apiSettings(),
);
