import { ssnEndpoints } from '#domain/cases/ssn.endpoints.ts';
import { organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { retrieveSsn } from './retrieve-ssn.ts';
import { revealCheckNumber } from './reveal-check-number.ts';

export const ssnRoutes = organizationScopedRoutes(ssnEndpoints, {
  retrieve: retrieveSsn,
  checkNumber: revealCheckNumber,
});
