import { countries } from '#domain/reference-data/countries.ts';
import { referenceDataEndpoints } from '#domain/reference-data/reference-data.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const listCountries = handler(referenceDataEndpoints.countries, {}, async () => [...countries]);
