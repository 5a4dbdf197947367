import { intakeRoutes } from '#functions/intake/routes.ts';
import { configuredBotCheck, siteverifyBotCheck } from '#functions/platform/adapters/bot-check.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { readMultipart } from '#functions/platform/api/multipart.ts';
import { serve } from './wiring/api.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { ssnEncryptor } from './wiring.ts';

const botCheck = siteverifyBotCheck(configuredBotCheck(setting('BOT_CHECK'), setting('BOT_CHECK_SECRET_ID')));

export const handler = serve(intakeRoutes, {
  table: table(),
  ssnEncryptor: ssnEncryptor(),
  botCheck,
  documentIntake: bucket(),
  multipart: readMultipart,
});
