import { countries } from '#domain/reference-data/countries.ts';
import type { referenceDataEndpoints } from '#domain/reference-data/reference-data.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const listCountries: Handler<typeof referenceDataEndpoints.countries> = async () => [...countries];
