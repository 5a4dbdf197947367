import { countries } from '#domain/shared/reference-data/countries.ts';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const listCountries = handler(referenceDataEndpoints.countries, {}, async () => [...countries]);
