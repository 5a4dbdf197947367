import { allEndpoints } from '#domain/contract/endpoints.ts';
import { openapiOf } from '#domain/contract/openapi.ts';
import { referenceDataEndpoints } from '#domain/reference-data/reference-data.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';

let document: Record<string, unknown> | undefined;

export const getOpenapi = handler(referenceDataEndpoints.openapi, {}, async () => {
  document ??= openapiOf(allEndpoints());
  return document;
});
