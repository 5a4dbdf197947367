import type * as z from 'zod';
import { type Endpoint, isJson } from '#domain/shared/contract/endpoint.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import type { Call, CallMiddleware } from '../grants.ts';
import { defaultIssueMessage, toFieldErrors } from '../multipart.ts';

const parsed = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true, error: defaultIssueMessage });
  if (!result.success) throw invalid(toFieldErrors(result.error.issues));
  return result.data;
};

const pathParams = (schema: z.ZodType | undefined, given: unknown): unknown => {
  const result = schema?.safeParse(given);
  // An id that cannot exist is an id that does not exist.
  if (result && !result.success) throw notFound();
  return result?.data;
};

/** Path, query and body of a call, each parsed by the row's schema. Throws as {@link input} does. */
export const parsedInput = (
  { params, query, body }: Pick<Endpoint, 'params' | 'query' | 'body'>,
  given: { params: unknown; query: unknown; body: unknown },
): Call['input'] => ({
  params: pathParams(params, given.params),
  query: parsed(query, given.query ?? {}),
  // Forms with files were parsed while they were read; bytes are the handler's own to read.
  body: isJson(body) ? parsed(body, given.body) : body && given.body,
});

/** Parses path, query and body by their schemas. Throws 404 for an impossible id and 400 with a map of fields. */
export const input = (): CallMiddleware => ({
  before({ event, context: { call } }) {
    const { pathParameters: params, body } = call;
    call.input = parsedInput(call.handler.row, { params, query: event.queryStringParameters, body });
  },
});
