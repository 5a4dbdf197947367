import type { referenceDataEndpoints } from '#domain/reference-data/reference-data.endpoints.ts';
import { statesOf } from '#domain/reference-data/states.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const listStates: Handler<typeof referenceDataEndpoints.states> = async ({ query }) => [
  ...statesOf(query.country ?? 'US'),
];
