import * as z from 'zod';
import { type Endpoint, isJsonAnswer } from '#domain/shared/contract/endpoint.ts';
import { openapiOf } from '#domain/shared/contract/openapi.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';

type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>;
const statuses = new WeakMap<Endpoint, Set<string>>();
const nothing = z.object({});

/** Returns the documented statuses of an endpoint. Schemas are skipped, because generating them takes seconds. */
const statusesOf = (row: Endpoint): Set<string> => {
  const known = statuses.get(row);
  if (known) return known;
  const { body, query, params, conflict, response, ...rest } = row;
  const short: Endpoint = {
    ...rest,
    ...(body && { body: nothing }),
    ...(query && { query: nothing }),
    ...(params && { params: nothing }),
    ...(conflict && { conflict: nothing }),
    response: isJsonAnswer(response) ? nothing : response,
  };
  const { paths } = openapiOf([{ area: '', name: '', row: short }]) as { paths: Paths };
  const [methods = {}] = Object.values(paths);
  const found = new Set(Object.values(methods).flatMap(({ responses }) => Object.keys(responses)));
  statuses.set(row, found);
  return found;
};

/**
 * Throws if a response's status is not in the OpenAPI document (5xx are documented in general), or if its JSON does not
 * equal the schema's output.
 */
export const assertDocumented = (row: Endpoint, { status, body }: { status: number; body: unknown }): void => {
  const { method, path, response } = row;
  if (status < 500 && !statusesOf(row).has(String(status)))
    throw new Error(`${method} ${path} answered ${status}, which its documentation does not mention`);
  if (status >= 300 || !isJsonAnswer(response)) return;
  const { data, error } = response.safeParse(body);
  if (error) throw new Error(`${method} ${path} answered what is not documented: ${error.message}`);
  if (!isSame(body, data)) throw new Error(`${method} ${path} answered more than is documented`);
};
