import type { Endpoint } from '#domain/contract/endpoint.ts';
import { allEndpoints } from '#domain/contract/endpoints.ts';
import { openapiOf } from '#domain/contract/openapi.ts';

type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>;
const { paths } = openapiOf(allEndpoints()) as { paths: Paths };

/** Throws when a call was answered in a way that the OpenAPI document does not tell of; failures (5xx) it tells in general. */
export const assertDocumented = ({ method, path }: Endpoint, status: number): void => {
  const responses = paths[path]?.[method.toLowerCase()]?.responses;
  if (responses && status < 500 && !(String(status) in responses))
    throw new Error(`${method} ${path} answered ${status}, which its documentation does not mention`);
};
