import { allEndpoints } from '#domain/contract/endpoints.ts';
import { openapiOf } from '#domain/contract/openapi.ts';
import type { referenceDataEndpoints } from '#domain/reference-data/reference-data.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';

let document: Record<string, unknown> | undefined;

export const getOpenapi: Handler<typeof referenceDataEndpoints.openapi> = async () => {
  document ??= openapiOf(allEndpoints());
  return document;
};
