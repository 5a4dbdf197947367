import { createApi } from '#functions/kernel/api.ts';
import { referenceDataRoutes } from '#functions/reference-data/routes.ts';
import { apiSettings } from './parts.ts';

export const handler = createApi(referenceDataRoutes, {}, apiSettings());
