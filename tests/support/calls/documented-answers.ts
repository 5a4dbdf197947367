import { isJsonAnswer } from '#domain/contract/answers.ts';
import type { Endpoint } from '#domain/contract/endpoint.ts';
import { allEndpoints } from '#domain/contract/endpoints.ts';
import { openapiOf } from '#domain/contract/openapi.ts';
import { isSame } from '#functions/store/sorted-json.ts';

type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>;
const { paths } = openapiOf(allEndpoints()) as { paths: Paths };

/**
 * Throws when a call was answered in a way that the OpenAPI document does not tell of (failures, 5xx, it tells in general),
 * or when its JSON is not what the row's schema makes of it: more than it documents, or less, or of another form.
 */
export const assertDocumented = (
  { method, path, response }: Endpoint,
  { status, body }: { status: number; body: unknown },
): void => {
  const responses = paths[path]?.[method.toLowerCase()]?.responses;
  if (responses && status < 500 && !(String(status) in responses))
    throw new Error(`${method} ${path} answered ${status}, which its documentation does not mention`);
  if (status >= 300 || !isJsonAnswer(response)) return;
  const { data, error } = response.safeParse(body);
  if (error) throw new Error(`${method} ${path} answered what is not documented: ${error.message}`);
  if (!isSame(body, data)) throw new Error(`${method} ${path} answered more than is documented`);
};
