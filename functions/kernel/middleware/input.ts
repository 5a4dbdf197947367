import type * as z from 'zod';
import { isJson } from '#domain/contract/bodies.ts';
import { invalid, notFound } from '#domain/contract/errors.ts';
import type { CallMiddleware } from '../call.ts';
import { fieldMap } from '../field-map.ts';

const parsed = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw invalid(fieldMap(result.error.issues));
  return result.data;
};

const pathParams = (schema: z.ZodType | undefined, given: unknown): unknown => {
  const result = schema?.safeParse(given);
  // An id that cannot exist is an id that does not exist.
  if (result && !result.success) throw notFound();
  return result?.data;
};

/** Parses path, query and body by their schemas. Throws 404 for an impossible id and 400 with a map of fields. */
export const input = (): CallMiddleware => ({
  before({ event, context: { call } }) {
    const { params, query, body } = call.handler.row;
    call.input = {
      params: pathParams(params, call.pathParameters),
      query: parsed(query, event.queryStringParameters ?? {}),
      // Forms with files were parsed while they were read; bytes are the handler's own to read.
      body: isJson(body) ? parsed(body, call.body) : body && call.body,
    };
  },
});
