import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';

let document: Record<string, unknown> | undefined;

export const getOpenapi = handler(referenceDataEndpoints.openapi, {}, async () => {
  // Every schema of the product is only read when the document is asked for.
  document ??= (await import('./openapi-document.ts')).openapiDocument();
  return document;
});
