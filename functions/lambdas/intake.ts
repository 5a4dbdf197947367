import { configuredBotCheck, siteverifyBotCheck } from '#functions/adapters/bot-check.ts';
import { setting } from '#functions/adapters/env.ts';
import { intakeRoutes } from '#functions/intake/routes.ts';
import { createApi } from '#functions/kernel/api.ts';
import { readMultipart } from '#functions/kernel/multipart.ts';
import { bucket } from './parts/documents.ts';
import { table } from './parts/table.ts';
import { apiSettings, ssnEncryptor } from './parts.ts';

const botCheck = siteverifyBotCheck(configuredBotCheck(setting('BOT_CHECK'), setting('BOT_CHECK_SECRET_ID')));

export const handler = createApi(
  intakeRoutes,
  { table: table(), ssnSealer: ssnEncryptor(), botCheck, documentIntake: bucket(), multipart: readMultipart },
  apiSettings(),
);
