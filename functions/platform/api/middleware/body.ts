import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { ApiEvent, CallMiddleware } from '../actor.ts';
import { requireDependency } from '../dependencies.ts';
import type { ReadMultipart } from '../multipart.ts';

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
