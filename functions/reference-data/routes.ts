import { countries, statesOf } from '#domain/shared/reference-data/countries-and-states.ts';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';

// All schemas of the product are read only when the document is requested.
const getOpenapi = handler(
  referenceDataEndpoints.openapi,
  {},
  async () => (await import('./openapi-document.ts')).openapiDocument,
);

const listStates = handler(referenceDataEndpoints.states, {}, async ({ query }) => [
  ...statesOf(query.country ?? 'US'),
]);

const listCountries = handler(referenceDataEndpoints.countries, {}, async () => [...countries]);

export const referenceDataRoutes = routesOf(referenceDataEndpoints, {
  countries: listCountries,
  states: listStates,
  openapi: getOpenapi,
});
