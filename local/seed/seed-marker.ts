import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Key, Table } from '#functions/platform/store/table.ts';

const key: Key = { pk: 'DEMONSTRATION#SEED', sk: 'SEED' };

/** Where the seeding stands. */
interface SeedMarker {
  startedAt: Date;
  finished: boolean;
  /** Tells whether the accounts were given this password. */
  hasPassword(password: string): Promise<boolean>;
}

/** The marker of an earlier seeding, whole or killed half-way, or a new one that begins `now`. */
export const beginSeeding = async (table: Table, now: Date): Promise<SeedMarker> => {
  let item = await table.get(key);
  if (!item) {
    item = { ...key, started_at: now.toISOString() };
    await table.transact([{ put: item, when: 'absent' }]);
  }
  const { started_at, finished_at, password_salt, password_hash } = item;
  return {
    startedAt: new Date(String(started_at)),
    finished: finished_at !== undefined,
    hasPassword: async (password) =>
      typeof password_salt === 'string' &&
      timingSafeEqual(Buffer.from(await hashOf(password, password_salt)), Buffer.from(String(password_hash))),
  };
};

/** Everything is there, and the accounts have this password, of which only a salted hash is kept. */
export const finishSeeding = async (table: Table, password: string, now: Date): Promise<void> => {
  const password_salt = randomBytes(16).toString('hex');
  const password_hash = await hashOf(password, password_salt);
  await table.update({ update: key, set: { finished_at: now.toISOString(), password_salt, password_hash } });
};

const derive = promisify<string, string, number, Buffer>(scrypt);
const hashOf = async (password: string, salt: string): Promise<string> =>
  (await derive(password, salt, 32)).toString('hex');
