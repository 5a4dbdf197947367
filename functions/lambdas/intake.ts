import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { configuredBotCheck, siteverifyBotCheck } from '#functions/adapters/bot-check.ts';
import { setting } from '#functions/adapters/environment.ts';
import { checkStatus } from '#functions/intake/check-status.ts';
import { getFuneralHome } from '#functions/intake/get-funeral-home.ts';
import { submitIntake } from '#functions/intake/submit-intake.ts';
import { createApi, implement } from '#functions/kernel/api.ts';
import { apiSettings, cipher, logger, now, table } from './parts.ts';

const botCheck = siteverifyBotCheck(configuredBotCheck(setting('BOT_CHECK'), setting('BOT_CHECK_SECRET_ID')));

export const handler = createApi(
  implement(intakeEndpoints, { funeralHome: getFuneralHome, submit: submitIntake, checkStatus }),
  { table: table(), logger, now, cipher: cipher(), botCheck },
  apiSettings(),
);
