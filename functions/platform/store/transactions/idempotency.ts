import { hash, hkdfSync } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { AppError } from '#domain/shared/contract/errors.ts';
import { decrypt, encrypt } from '#functions/platform/store/subject-keys.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';

const retentionSeconds = 24 * 3600;

export interface RequestIdentity {
  key: string;
  requestHash: string;
  /** Derived from the Idempotency-Key, of which the table has only a hash. */
  answerKey: Buffer;
}

export const sha256 = (text: string): string => hash('sha256', text);

/**
 * Returns a request's identity. The hash of `content` includes the Idempotency-Key, so that a reader of the table
 * cannot test SSNs against it.
 */
export const requestIdentity = (scope: string, idempotencyKey: string, content: string): RequestIdentity => ({
  key: sha256(`${scope}\n${idempotencyKey}`),
  requestHash: sha256(`${idempotencyKey}\n${content}`),
  answerKey: Buffer.from(hkdfSync('sha256', idempotencyKey, scope, 'answer', 32)),
});

/** Repeated parts of a response within 4 MB are stored once. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 } };

/** Encrypted because it can contain a family's data, compressed because of an item's 400 KB. */
const sealed = (answer: unknown, { answerKey }: RequestIdentity): Buffer =>
  encrypt(answerKey, brotliCompressSync(JSON.stringify(answer ?? null), compression));

const opened = (stored: unknown, { answerKey }: RequestIdentity): unknown => {
  // An earlier release stored uncompressed base64 for 24 hours.
  const isText = typeof stored === 'string';
  const bytes = isText ? Buffer.from(stored, 'base64') : Buffer.from(stored as Uint8Array);
  const packed = decrypt(answerKey, bytes);
  return JSON.parse((isText ? packed : brotliDecompressSync(packed)).toString('utf8'));
};

export interface StoredResponse {
  requestHash: string;
  answer: unknown;
}

const answerOf = (item: Item, identity: RequestIdentity): StoredResponse => ({
  requestHash: String(item.request_hash),
  answer: opened(item.answer, identity),
});

/** Thrown by a commit whose key is already used; carries the first response. */
export class AlreadyProcessedError extends Error {
  readonly first: StoredResponse;

  constructor(first: StoredResponse) {
    super('idempotency key already used');
    this.first = first;
  }
}

/** Returns the write of the key's record with the first response. */
export const idempotencyWrite = (key: Key, identity: RequestIdentity, answer: unknown, now: Date): Write => {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    put: {
      ...key,
      request_hash: identity.requestHash,
      answer: sealed(answer, identity),
      expires_at: seconds + retentionSeconds,
    },
    when: { expiredAt: seconds },
    refused: (current) =>
      current ? new AlreadyProcessedError(answerOf(current, identity)) : new Error('an idempotency record was lost'),
  };
};

/** Thrown by a commit whose record an earlier attempt created; carries that record's id. */
export class AlreadyBegunError extends Error {
  readonly id: string;

  constructor(id: string) {
    super('idempotency key already begun');
    this.id = id;
  }
}

/** Returns the write that stores which record a request started. */
export const begunWrite = (key: Key, { requestHash }: RequestIdentity, id: string, now: Date): Write => {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    put: { pk: key.pk, sk: `${key.sk}#BEGUN`, request_hash: requestHash, id, expires_at: seconds + retentionSeconds },
    when: { expiredAt: seconds },
    refused: (current) => {
      if (!current) return new Error('an idempotency record was lost');
      return current.request_hash === requestHash ? new AlreadyBegunError(String(current.id)) : differentRequest();
    },
  };
};

/** Returns the error for a key reused with another request. */
export const differentRequest = () =>
  new AppError('conflict', { detail: 'This Idempotency-Key was used with a different request.' });

/** Returns the first response to this key within 24 hours; TTL deletion lags by days. */
export const firstAnswer = async (
  table: Table,
  key: Key,
  identity: RequestIdentity,
  now: Date,
): Promise<StoredResponse | undefined> => {
  const item = await table.get(key);
  if (!item || Number(item.expires_at) < Math.floor(now.getTime() / 1000)) return undefined;
  return answerOf(item, identity);
};
