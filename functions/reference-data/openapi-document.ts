import { allEndpoints } from '#domain/shared/contract/endpoints.ts';
import { openapiOf } from '#domain/shared/contract/openapi.ts';

/** The contract as an OpenAPI document. */
export const openapiDocument = (): Record<string, unknown> => openapiOf(allEndpoints());
