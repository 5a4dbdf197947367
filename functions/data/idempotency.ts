import { createHash } from 'node:crypto';
import type { Item, Key, Table, Write } from './table.ts';

const keptSeconds = 24 * 3600;

/** Thrown by a commit that found its key already used: carries the first answer. */
export class AlreadyAnswered extends Error {
  readonly requestHash: string;
  readonly answer: unknown;

  constructor(item: Item | undefined) {
    super('idempotency key already used');
    this.requestHash = String(item?.request_hash);
    this.answer = item?.answer;
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The key's record, first answer included; it commits in the same transaction as the effect it stands for. */
export const idempotencyWrite = (key: Key, requestHash: string, answer: unknown, now: Date): Write => {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    put: { ...key, request_hash: requestHash, answer, expires_at: seconds + keptSeconds },
    when: { expiredAt: seconds },
    refused: (current) => new AlreadyAnswered(current),
  };
};

/** The first answer to this key, if it was given within 24 hours. Expiry is checked here: TTL deletion lags by days. */
export const firstAnswer = async (
  table: Table,
  key: Key,
  now: Date,
): Promise<{ requestHash: string; answer: unknown } | undefined> => {
  const item = await table.get(key);
  if (!item || Number(item.expires_at) < Math.floor(now.getTime() / 1000)) return undefined;
  return { requestHash: String(item.request_hash), answer: item.answer };
};
