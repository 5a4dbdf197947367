import { referenceDataEndpoints } from '#domain/reference-data/reference-data.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { openapiDocument } from './openapi-document.ts';

let document: Record<string, unknown> | undefined;

export const getOpenapi = handler(referenceDataEndpoints.openapi, {}, async () => {
  document ??= openapiDocument();
  return document;
});
