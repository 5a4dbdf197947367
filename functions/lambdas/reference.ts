import { createApi } from '#functions/platform/api/api.ts';
import { referenceDataRoutes } from '#functions/reference-data/routes.ts';
import { apiSettings } from './wiring.ts';

export const handler = createApi(referenceDataRoutes, {}, apiSettings());
