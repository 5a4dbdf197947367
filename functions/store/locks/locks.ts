import { AppError } from '#domain/contract/errors.ts';
import { callMs } from '#functions/store/call-retries.ts';
import { WriteConflict } from '#functions/store/commits/retry-on-conflict.ts';
import type { Repository } from '#functions/store/repository.ts';
import { isSame } from '#functions/store/sorted-json.ts';
import { after, type Key, type Table } from '#functions/store/table.ts';
import { timeLeft } from '#functions/store/time-left.ts';
import { givePlacesUp, isCrowded, ofProcess, type PassedOver, passedOverBy, waitForTurn } from './lock-line.ts';

/** What the work itself has to have left before the deadline of the call. */
const workMs = 6_000;

/**
 * Who wants a lock in one process, while the line of all processes is in the table. In AWS a process has one request; a
 * product on one machine has all of them, and would ask its table for each of them how far the line is.
 */
interface ProcessLine extends PassedOver {
  /** The one who came last. */
  last: Member;
  /** Who came and has not left yet. */
  count: number;
}

/** How far somebody of a process is; each of the two resolves once. */
interface Member {
  /** It has its turn: the next one of its process takes a place in the table. */
  hasTurn: Promise<void>;
  /** It has done its work. */
  isDone: Promise<void>;
}
const nobody: Member = { hasTurn: Promise.resolve(), isDone: Promise.resolve() };

const processLinesOf = ofProcess<ProcessLine>();
/** What is done without a place in the line. */
const outsideOf = ofProcess<true>();

/** Resolves with what `ended` resolves with, or after so long. */
const within = (ended: Promise<unknown>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, Math.max(0, milliseconds));
    void ended.finally(() => {
      clearTimeout(late);
      resolve();
    });
  });

/**
 * Runs `work` when it is this caller's turn, in the order in which callers came, so that they do not keep cancelling each
 * other's transactions. The line is items in the table, of which a process has two at most: for who works and for who is
 * next. Taking a place, looking and leaving are small calls that never meet; a cancelled transaction costs up to a hundred.
 * The line only saves tries: correctness comes from the conditions of the work's own transaction. After `waitMs`, or where
 * the deadline of the call comes near, the work runs all the same; a process that died, or works for more than three
 * seconds, is passed over.
 */
export const withLock = async <T>(table: Table, lock: Key, work: () => Promise<T>, waitMs = 15_000): Promise<T> =>
  withPreparedLock(table, lock, async () => undefined, work, waitMs);

/**
 * {@link withLock} for work that begins with reading: whoever is next calls `read` each time it asks whether the one before is
 * still there, so that the last answer shows what that one has left behind. `work` writes under the conditions of its own
 * transaction, which find out where that was read too early all the same. When they then end with a {@link WriteConflict},
 * `read` and `work` run once more in the same turn. Any other refusal is thrown as it is if `read` still answers the same,
 * and as a {@link WriteConflict} if not, for the caller to begin anew; what is `unavailable` is always thrown as it is.
 */
export const withPreparedLock = async <Read, T>(
  table: Table,
  lock: Key,
  read: () => Promise<Read>,
  work: (read: Read) => Promise<T>,
  waitMs = 15_000,
): Promise<T> => {
  const until = Date.now() + waitMs;
  const longest = () => Math.min(until - Date.now(), timeLeft() - workMs);
  const lines = processLinesOf(table);
  const line: ProcessLine = lines.get(lock.pk) ?? { last: nobody, count: 0, ...passedOverBy(table) };
  lines.set(lock.pk, line);
  const before = line.last;
  const [turn, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  line.last = { hasTurn: turn.promise, isDone: end.promise };
  line.count++;
  await within(before.hasTurn, longest());
  const { places, reading } = await waitForTurn(table, lock, line, { longest, read });
  // The places of its own process are passed over in the table.
  await within(before.isDone, longest());
  turn.resolve();
  try {
    if (!reading) return await work(await read());
    const early = await reading;
    return await work(early).catch(async (error: unknown) => {
      if (error instanceof WriteConflict) return work(await read());
      // What is unavailable may have been carried out all the same: what is read by then may be one's own doing.
      const isJudgement = error instanceof AppError && error.kind !== 'unavailable';
      if (isJudgement && !isSame(await read(), early)) throw new WriteConflict();
      throw error;
    });
  } finally {
    end.resolve();
    const leaving = givePlacesUp(table, places).finally(() => {
      for (const { sk } of places) line.own.delete(sk);
      if (--line.count === 0) lines.delete(lock.pk);
    });
    // A function of AWS stands still once it has answered: its place is given up before, while there is time for that.
    await within(leaving, Math.min(waitMs, timeLeft() - callMs));
  }
};

const isAnybodyThere = async (table: Table, { pk, sk }: Key): Promise<boolean> =>
  (await table.query({ pk, between: [sk, after(sk)], only: ['pk'], limit: 1 })).length > 0;

/**
 * Runs `work` at once where nobody holds the lock or waits for it, and nobody of this process does the same; undefined where somebody
 * does, or did when this process stood in that line last, moments ago. Those of other processes may do the same: their transactions
 * meet, and whoever is refused gets into line.
 */
const ifFree = async <T>(table: Table, lock: Key, work: () => Promise<T>): Promise<{ answer: T } | undefined> => {
  const busy = outsideOf(table);
  if (processLinesOf(table).has(lock.pk) || busy.has(lock.pk) || isCrowded(table, lock)) return undefined;
  busy.set(lock.pk, true);
  try {
    return (await isAnybodyThere(table, lock)) ? undefined : { answer: await work() };
  } finally {
    busy.delete(lock.pk);
  }
};

export interface Locks {
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  withPreparedLock: <Read, T>(name: string, read: () => Promise<Read>, work: (read: Read) => Promise<T>) => Promise<T>;
  ifFree: <T>(name: string, work: () => Promise<T>) => Promise<{ answer: T } | undefined>;
}

/** Locks of an organization, by name. */
export const locks = {
  grants: ['table:locks'],
  in: (table, keys) => ({
    withLock: <T>(name: string, work: () => Promise<T>) => withLock(table, keys.lock(name), work),
    withPreparedLock: <Read, T>(name: string, read: () => Promise<Read>, work: (read: Read) => Promise<T>) =>
      withPreparedLock(table, keys.lock(name), read, work),
    ifFree: <T>(name: string, work: () => Promise<T>) => ifFree(table, keys.lock(name), work),
  }),
} as const satisfies Repository;
