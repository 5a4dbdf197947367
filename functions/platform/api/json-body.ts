import { AppError } from '#domain/shared/contract/errors.ts';

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
export const readJson = (bytes: Buffer): object => {
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
