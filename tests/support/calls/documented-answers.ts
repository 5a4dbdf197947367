import { type Endpoint, isJsonResponse } from '#domain/shared/contract/endpoint.ts';
import { documentedStatuses } from '#domain/shared/contract/openapi.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';

/**
 * Throws for a status missing in the OpenAPI document (except 5xx), or JSON that does not equal the schema's output.
 */
export const assertDocumented = (endpoint: Endpoint, { status, body }: { status: number; body: unknown }): void => {
  const { method, path, response } = endpoint;
  if (status < 500 && !documentedStatuses(endpoint).includes(String(status)))
    throw new Error(`${method} ${path} answered ${status}, which its documentation does not mention`);
  if (status >= 300 || !isJsonResponse(response)) return;
  const { data, error } = response.safeParse(body);
  if (error) throw new Error(`${method} ${path} answered what is not documented: ${error.message}`);
  if (!isSame(body, data)) throw new Error(`${method} ${path} answered more than is documented`);
};
