import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { checkStatus } from './check-status.ts';
import { getFuneralHome } from './get-funeral-home.ts';
import { submitIntake } from './submit-intake.ts';

export const intakeRoutes = routesOf(intakeEndpoints, {
  funeralHome: getFuneralHome,
  submit: submitIntake,
  checkStatus,
});
