import type * as z from 'zod';
import { type Endpoint, isJson } from '#domain/shared/contract/endpoint.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import type { ApiEvent, Call, CallMiddleware } from '../actor.ts';
import { requireDependency } from '../dependencies.ts';
import { defaultIssueMessage, type ReadMultipart, toFieldErrors } from '../multipart.ts';

const deepest = 20;

const tooDeep = (value: unknown, depth = 0): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (depth >= deepest || Object.values(value).some((inner) => tooDeep(inner, depth + 1)));

/** With `toString` an object throws wherever it is compared with a number, as zod does with a `length`. */
const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype', 'toString']);

/** Throws 400 for anything but an object, for unsafe keys and deep nesting. Lone surrogates become U+FFFD. */
const readJson = (bytes: Buffer): object => {
  const text = bytes.toString('utf8');
  if (text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, (key, value: unknown) => {
      if (unsafeKeys.has(key) || !key.isWellFormed())
        throw new AppError('invalid', { detail: 'The request body has a key that is not allowed.' });
      return typeof value === 'string' ? value.toWellFormed() : value;
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', { detail: 'The request body is not valid JSON.' });
  }
  if (tooDeep(parsed)) throw new AppError('invalid', { detail: 'The request body is nested too deeply.' });
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw new AppError('invalid', { detail: 'The request body must be a JSON object.' });
  return parsed;
};

const defaultBytes = 256 * 1024;

const bytesOf = ({ body = '', isBase64Encoded }: ApiEvent, { maxBodyBytes = defaultBytes }: Endpoint): Buffer => {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > maxBodyBytes) throw new AppError('tooLarge');
  return bytes;
};

const typeOf = (header: string): string => (header.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * Reads the body as the endpoint declares; throws 413, 415 or 400. Other sites can post forms and text/plain without a
 * preflight, so only endpoints that declare them accept them (S-27).
 */
export const body = (provisions: { multipart?: ReadMultipart }): CallMiddleware => ({
  async before({ event, context: { call } }) {
    const { endpoint } = call.handler;
    if (endpoint.method === 'GET') return;
    const bytes = bytesOf(event, endpoint);
    const header = event.headers['content-type'] ?? '';
    const kind = endpoint.body;
    if (!kind || !('kind' in kind)) {
      // An empty body counts as an empty object, so that missing fields are reported.
      if (bytes.byteLength === 0) {
        if (kind) call.body = {};
        return;
      }
      if (typeOf(header) !== 'application/json') throw new AppError('unsupportedMediaType');
      call.body = readJson(bytes);
      return;
    }
    const allowed: readonly string[] = kind.kind === 'raw' ? kind.types : ['multipart/form-data'];
    if (!allowed.includes(typeOf(header)))
      throw new AppError('unsupportedMediaType', { detail: `Send the request as ${allowed.join(' or ')}.` });
    call.body =
      kind.kind === 'raw'
        ? { bytes, headers: event.headers }
        : await requireDependency(provisions, 'multipart')(bytes, header, kind);
  },
});

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
