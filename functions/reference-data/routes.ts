import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { getOpenapi } from './get-openapi.ts';
import { listCountries } from './list-countries.ts';
import { listStates } from './list-states.ts';

export const referenceDataRoutes = routesOf(referenceDataEndpoints, {
  countries: listCountries,
  states: listStates,
  openapi: getOpenapi,
});
