import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Endpoint } from '#domain/contract/endpoint.ts';
import { AppError, invalid } from '#domain/contract/errors.ts';

const defaultBodyBytes = 256 * 1024;
const deepest = 20;

const tooDeep = (value: unknown, depth = 0): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (depth >= deepest || Object.values(value).some((inner) => tooDeep(inner, depth + 1)));

const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** JSON body of a write. Throws 413, 415 or 400 as an {@link AppError}; a call without a body gets `{}`. */
export const readBody = (event: APIGatewayProxyEventV2, row: Endpoint): unknown => {
  if (row.method === 'GET') return undefined;
  const raw = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? '');
  if (Buffer.byteLength(raw) > (row.maxBodyBytes ?? defaultBodyBytes)) throw new AppError('tooLarge');
  // A form or text/plain post is what another site can send without a preflight (quality S-27).
  const type = event.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type) && (raw !== '' || row.method !== 'DELETE'))
    throw new AppError('unsupportedMediaType');
  if (raw.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw, (key, value: unknown) => {
      if (unsafeKeys.has(key))
        throw new AppError('invalid', { detail: 'The request body has a key that is not allowed.' });
      return value;
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

/** Issues as the wire's field map; issues of the whole value go to `non_field_errors`. */
export const fieldMap = (issues: readonly z.core.$ZodIssue[]): Record<string, string[]> => {
  const fields: Record<string, string[]> = {};
  for (const { path, message, code, ...rest } of issues) {
    const field = path.map(String).join('.') || 'non_field_errors';
    const absent =
      code === 'invalid_type' && 'input' in rest && rest.input === undefined && message.startsWith('Invalid input');
    fields[field] ??= [];
    fields[field].push(absent ? 'This field is required.' : message);
  }
  return fields;
};

/** The value by its schema, or a 400 with a field map. */
export const parsed = <T extends z.ZodType>(schema: T | undefined, value: unknown): z.output<T> | undefined => {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw invalid(fieldMap(result.error.issues));
  return result.data;
};
