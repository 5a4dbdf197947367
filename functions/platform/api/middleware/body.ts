import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { ApiEvent, CallMiddleware } from '../grants.ts';
import { requireDependency } from '../handler-dependencies.ts';
import type { ReadMultipart } from '../multipart.ts';

const deepest = 20;

const tooDeep = (value: unknown, depth = 0): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (depth >= deepest || Object.values(value).some((inner) => tooDeep(inner, depth + 1)));

const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * A JSON object of a body. Throws 400 for anything else, for unsafe keys, and for what is nested too deeply. Half a letter, which
 * JSON can say and nothing can keep, becomes the sign for a letter that is none.
 */
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

/** The content type without its parameters. */
const typeOf = (header: string): string => (header.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * Reads the body as its row says: JSON, nothing, a form with files, or bytes. Throws 413, 415 or 400. A form or
 * text/plain post is what another site can send without a preflight, so that no other row takes one (quality S-27).
 */
export const body = (provisions: { multipart?: ReadMultipart }): CallMiddleware => ({
  async before({ event, context: { call } }) {
    const { row } = call.handler;
    if (row.method === 'GET') return;
    const bytes = bytesOf(event, row);
    const header = event.headers['content-type'] ?? '';
    const kind = row.body;
    if (!kind || !('kind' in kind)) {
      // What carries nothing needs no content type: it is what the calls documented with “none” send. Where a body is
      // read it counts as an empty one, and what that lacks is said field by field.
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
