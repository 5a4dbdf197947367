import { allEndpoints } from '#domain/contract/endpoints.ts';
import { openapiOf } from '#domain/contract/openapi.ts';

/** The contract as an OpenAPI document. */
export const openapiDocument = (): Record<string, unknown> => openapiOf(allEndpoints());
