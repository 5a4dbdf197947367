import { countries, statesOf } from '#domain/shared/reference-data/joined-address.ts';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';

let document: Record<string, unknown> | undefined;

const getOpenapi = handler(referenceDataEndpoints.openapi, {}, async () => {
  // Every schema of the product is only read when the document is asked for.
  document ??= (await import('./openapi-document.ts')).openapiDocument();
  return document;
});

const listStates = handler(referenceDataEndpoints.states, {}, async ({ query }) => [
  ...statesOf(query.country ?? 'US'),
]);

const listCountries = handler(referenceDataEndpoints.countries, {}, async () => [...countries]);

export const referenceDataRoutes = routesOf(referenceDataEndpoints, {
  countries: listCountries,
  states: listStates,
  openapi: getOpenapi,
});
