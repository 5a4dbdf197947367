import { hash } from 'node:crypto';
import { isJson, type UploadedFile } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import { type RequestIdentity, requestIdentity } from '#functions/platform/store/transactions/idempotency.ts';
import type { Call } from './actor.ts';

const maxKeyLength = 255;

const digested = (body: unknown): unknown => {
  const { files, ...rest } = (body ?? {}) as { files?: Record<string, UploadedFile> };
  if (!files) return body;
  const digests = Object.entries(files).map(([name, { bytes, ...file }]) => [
    name,
    { ...file, bytes: hash('sha256', bytes) },
  ]);
  return { ...rest, files: Object.fromEntries(digests) };
};

/** Returns the identity of a request and its retries, independent of key order; undefined without a key. Throws 400. */
export const identityOf = (
  { handler: { endpoint }, actor, body }: Call,
  key: string | undefined,
  path: string,
): RequestIdentity | undefined => {
  if (!endpoint.idempotent || key === undefined) return undefined;
  if (key === '' || key.length > maxKeyLength)
    throw new AppError('invalid', { detail: `Idempotency-Key must have 1 to ${maxKeyLength} characters.` });
  const content = sortedJson(
    isJson(endpoint.body) ? body : digested(body),
    new Set(endpoint.excludedFromRequestIdentity),
  );
  return requestIdentity(`${actor?.id ?? 'public'}\n${endpoint.path}`, key, `${path}\n${content}`);
};
