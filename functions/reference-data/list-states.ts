import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { statesOf } from '#domain/shared/reference-data/states.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const listStates = handler(referenceDataEndpoints.states, {}, async ({ query }) => [
  ...statesOf(query.country ?? 'US'),
]);
