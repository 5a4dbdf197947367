import { referenceDataEndpoints } from '#domain/reference-data/reference-data.endpoints.ts';
import { createApi, implement } from '#functions/kernel/api.ts';
import { getOpenapi } from '#functions/reference-data/get-openapi.ts';
import { listCountries } from '#functions/reference-data/list-countries.ts';
import { listStates } from '#functions/reference-data/list-states.ts';
import { apiSettings, logger, now } from './parts.ts';

export const handler = createApi(
  implement(referenceDataEndpoints, { countries: listCountries, states: listStates, openapi: getOpenapi }),
  { logger, now },
  apiSettings(),
);
