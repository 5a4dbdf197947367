import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Repository } from './repository.ts';
import type { Key, Table } from './table.ts';

const leaseSeconds = 3;
const longestPauseMs = 150;

class AnothersTurn extends Error {}

/**
 * Lets those who keep spoiling each other's transactions come one after the other: asking for the turn is one small
 * write, where a spoiled transaction is a hundred. It makes nothing correct that is not so without it: the work's own
 * conditions do, and a holder that dies only lets the others wait until its lease is over.
 */
export const inTurn = async <T>(table: Table, key: Key, work: () => Promise<T>, waitMs = 15_000): Promise<T> => {
  const holder = randomUUID();
  const started = Date.now();
  const take = async (): Promise<boolean> => {
    const seconds = Math.floor(Date.now() / 1000);
    const lease = { put: { ...key, holder, expires_at: seconds + leaseSeconds }, when: { expiredAt: seconds } };
    try {
      await table.transact([{ ...lease, refused: () => new AnothersTurn() }]);
      return true;
    } catch (error) {
      if (!(error instanceof AnothersTurn)) throw error;
      return false;
    }
  };
  while (!(await take()) && Date.now() - started < waitMs) await wait(Math.random() * longestPauseMs);
  try {
    return await work();
  } finally {
    // A turn that cannot be given back runs out.
    await table.transact([{ delete: key, when: { equals: { holder } } }]).catch(() => undefined);
  }
};

/** Locks of an organization, by what they are held for. */
export const locks = {
  grants: ['table:locks'],
  in: (table, keys) => ({ inTurn: <T>(what: string, work: () => Promise<T>) => inTurn(table, keys.turn(what), work) }),
} as const satisfies Repository;
