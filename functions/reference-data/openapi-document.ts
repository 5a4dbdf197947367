import { allEndpoints } from '#domain/contract/endpoints.ts';
import { openapiOf } from '#domain/contract/openapi.ts';

/** The contract as an OpenAPI document. Bundles carry it made before (infra/bundle-plugins.ts). */
export const openapiDocument = (): Record<string, unknown> => openapiOf(allEndpoints());
