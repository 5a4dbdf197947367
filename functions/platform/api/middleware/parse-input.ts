import type * as z from 'zod';
import { type Endpoint, isJson } from '#domain/shared/contract/endpoint.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import type { Call, CallMiddleware } from '../actor.ts';
import { defaultIssueMessage, toFieldErrors } from '../multipart.ts';

const parsed = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true, error: defaultIssueMessage });
  if (!result.success) throw invalid(toFieldErrors(result.error.issues));
  return result.data;
};

const pathParams = (schema: z.ZodType | undefined, given: unknown): unknown => {
  const result = schema?.safeParse(given);
  // An impossible id is reported as not found.
  if (result && !result.success) throw notFound();
  return result?.data;
};

/** Parses path, query and body by the endpoint's schemas. */
export const parsedInput = (
  { params, query, body }: Pick<Endpoint, 'params' | 'query' | 'body'>,
  given: { params: unknown; query: unknown; body: unknown },
): Call['input'] => ({
  params: pathParams(params, given.params),
  query: parsed(query, given.query ?? {}),
  // Multipart forms are already parsed; the handler reads raw bytes.
  body: isJson(body) ? parsed(body, given.body) : body && given.body,
});

/** Throws 404 for an impossible id and 400 with field errors. */
export const input = (): CallMiddleware => ({
  before({ event, context: { call } }) {
    const { pathParameters: params, body } = call;
    call.input = parsedInput(call.handler.endpoint, { params, query: event.queryStringParameters, body });
  },
});
