import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { timeLeft } from './deadline.ts';
import type { Repository } from './repository.ts';
import type { Key, Table } from './table.ts';

const leaseSeconds = 3;
const longestPauseMs = 150;
/** What the work itself has to have left before the deadline of the call. */
const workMs = 6_000;

class LockHeld extends Error {}

/**
 * Runs `work` while this process holds a lock, so that callers who keep cancelling each other's transactions run one
 * after the other. Trying for the lock is one small write; a cancelled transaction costs up to a hundred. The lock only
 * saves tries: correctness comes from the conditions of the work's own transaction. After `waitMs`, or where the deadline of the call
 * comes near, the work runs without the lock, and a holder that dies keeps it until its lease of three seconds is over.
 */
export const withLock = async <T>(table: Table, key: Key, work: () => Promise<T>, waitMs = 15_000): Promise<T> => {
  const holder = randomUUID();
  const started = Date.now();
  const take = async (): Promise<boolean> => {
    const seconds = Math.floor(Date.now() / 1000);
    const lease = { put: { ...key, holder, expires_at: seconds + leaseSeconds }, when: { expiredAt: seconds } };
    try {
      await table.transact([{ ...lease, refused: () => new LockHeld() }]);
      return true;
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      return false;
    }
  };
  while (!(await take()) && Date.now() - started < waitMs && timeLeft() > workMs)
    await wait(Math.random() * longestPauseMs);
  try {
    return await work();
  } finally {
    // A lock that cannot be released ends with its lease.
    await table.transact([{ delete: key, when: { equals: { holder } } }]).catch(() => undefined);
  }
};

export interface Locks {
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

/** Locks of an organization, by name. */
export const locks = {
  grants: ['table:locks'],
  in: (table, keys) => ({
    withLock: <T>(name: string, work: () => Promise<T>) => withLock(table, keys.lock(name), work),
  }),
} as const satisfies Repository;
