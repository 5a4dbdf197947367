import { referenceDataRoutes } from '#functions/reference-data/routes.ts';
import { serve } from './wiring/api.ts';

export const handler = serve(referenceDataRoutes, {});
