import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';

const keptSeconds = 24 * 3600;
const ivBytes = 12;
const tagBytes = 16;

/** What tells one request and its retries from others: the record's key, what was asked, and a key that is not kept. */
export interface RequestIdentity {
  key: string;
  requestHash: string;
  /** Opens the kept answer; made of the caller's Idempotency-Key, of which the table holds a hash alone. */
  answerKey: Buffer;
}

export const sha256 = (text: string): string => hash('sha256', text);

/**
 * The identity of a request. `scope` is whose key it is and for which call, `asked` what is asked with it; the
 * Idempotency-Key goes into the hash of `asked`, so that nobody who reads the table can try SSNs on it.
 */
export const requestIdentity = (scope: string, idempotencyKey: string, asked: string): RequestIdentity => ({
  key: sha256(`${scope}\n${idempotencyKey}`),
  requestHash: sha256(`${idempotencyKey}\n${asked}`),
  answerKey: Buffer.from(hkdfSync('sha256', idempotencyKey, scope, 'answer', 32)),
});

/** With a window of 4 MB, in which what an answer repeats of itself is kept once. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 } };

/**
 * The answer as it is kept: it can hold a status token or what a family entered, so only its caller can read it. It is
 * compressed because the answer to the largest body would not fit an item of 400 KB otherwise.
 */
const sealed = (answer: unknown, { answerKey }: RequestIdentity): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', answerKey, iv);
  const packed = brotliCompressSync(JSON.stringify(answer ?? null), compression);
  const body = Buffer.concat([cipher.update(packed), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
};

const opened = (kept: unknown, { answerKey }: RequestIdentity): unknown => {
  // A release before this one kept base64, not compressed; such an answer lasts 24 hours.
  const isText = typeof kept === 'string';
  const bytes = isText ? Buffer.from(kept, 'base64') : Buffer.from(kept as Uint8Array);
  const decipher = createDecipheriv('aes-256-gcm', answerKey, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const packed = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
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

/** Thrown by a commit that found its key already used: carries the first answer. */
export class AlreadyProcessedError extends Error {
  readonly first: StoredResponse;

  constructor(first: StoredResponse) {
    super('idempotency key already used');
    this.first = first;
  }
}

/** The key's record, first answer included; it commits in the same transaction as the effect it stands for. */
export const idempotencyWrite = (key: Key, identity: RequestIdentity, answer: unknown, now: Date): Write => {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    put: {
      ...key,
      request_hash: identity.requestHash,
      answer: sealed(answer, identity),
      expires_at: seconds + keptSeconds,
    },
    when: { expiredAt: seconds },
    refused: (current) =>
      current ? new AlreadyProcessedError(answerOf(current, identity)) : new Error('an idempotency record was lost'),
  };
};

/** Thrown by a commit of which an earlier try of the same request has made the record: carries that record's id. */
export class AlreadyBegun extends Error {
  readonly id: string;

  constructor(id: string) {
    super('idempotency key already begun');
    this.id = id;
  }
}

/** Notes under the key which record a request has begun, in the transaction that makes the record. */
export const begunWrite = (key: Key, { requestHash }: RequestIdentity, id: string, now: Date): Write => {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    put: { pk: key.pk, sk: `${key.sk}#BEGUN`, request_hash: requestHash, id, expires_at: seconds + keptSeconds },
    when: { expiredAt: seconds },
    refused: (current) => {
      if (!current) return new Error('an idempotency record was lost');
      return current.request_hash === requestHash ? new AlreadyBegun(String(current.id)) : differentRequest();
    },
  };
};

/** What a key is refused with that was used for something else. */
export const differentRequest = () =>
  new AppError('conflict', { detail: 'This Idempotency-Key was used with a different request.' });

/** The first answer to this key, if it was given within 24 hours. Expiry is checked here: TTL deletion lags by days. */
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
