import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { timeLeft } from './deadline.ts';
import type { Repository } from './repository.ts';
import { callMs } from './retries.ts';
import { after, type Key, type Table } from './table.ts';

/** Who stands first for so long is taken for dead, with everybody of the same process. */
const patienceMs = 3_000;
/** Between two looks at the line, for each who is ahead: half of what one takes, as the line itself shows. */
const perPlaceMs = 10;
const longestPauseMs = 500;
/** Whoever is next looks so often: what a place lasts is no measure of when it ends, and a turn that nobody takes is lost. */
const nextPauseMs = 7;
/** What the work itself has to have left before the deadline of the call. */
const workMs = 6_000;
/** What nobody cleared away is forgotten after a day. */
const forgottenSeconds = 24 * 3600;

/** So long are those at work who share a place; then the others' turn comes. */
const sharedMs = 1_000;

/** So long may others join those who gather: who joins later would come before those of other processes who came first. */
const gatheredMs = 600;

/** One of those who share a place. */
interface Member {
  admit(): void;
  /** Settles when its work is done, admitted or not. */
  done: Promise<void>;
}

/** Those of one process who came while its last ones waited or were at work: they share a place in the line of the table. */
interface Batch {
  /** When the first one came. */
  since: number;
  members: Member[];
  /** Resolves when their first place is given up: those of the process who come next may be before its last ones. */
  left: Promise<void>;
  /** Resolves when all are done and the place is given up. */
  ended: Promise<void>;
  /** See {@link Turn}. */
  handed: unknown;
}

/** The turn of one of those who share a place: nobody else comes between it and the one before it. */
export interface Turn {
  /** What the one before it has passed on, such as what stands since its work; undefined where that is not known. */
  handed: unknown;
  /** Passes on what the next one need not read; the conditions of its own transaction find out where it does not stand any more. */
  pass(value: unknown): void;
}

/** Who wants a lock in one process. */
interface Line {
  /** Whose turn has not come yet: whoever comes now joins them. */
  gathering: Batch | undefined;
  last: Batch | undefined;
  /** Processes that were found dead. They are waited for once. */
  dead: Set<unknown>;
}

/** By the lock's key. A table is one execution environment’s. */
const here = new WeakMap<Table, Map<string, Line>>();
const processes = new WeakMap<Table, string>();

const processOf = (table: Table): string => {
  const known = processes.get(table) ?? uuid();
  processes.set(table, known);
  return known;
};

const linesOf = (table: Table): Map<string, Line> => {
  const known = here.get(table) ?? new Map<string, Line>();
  here.set(table, known);
  return known;
};

/**
 * Resolves when nobody is ahead of this place, or after so long; answers the places of the dead, and adds to these whom it
 * finds. Each looks only as far as its own place, and the less often the more are ahead.
 */
const turnInTable = async (
  table: Table,
  { place, lock, dead }: { place: Key; lock: Key; dead: Set<unknown> },
  longest: () => number,
): Promise<Key[]> => {
  const began = Date.now();
  let [front, since, pace, atFirst]: [unknown, number, number, number] = ['', began, perPlaceMs, 0];
  for (;;) {
    const line = await table.query({ pk: place.pk, between: [lock.sk, place.sk], only: ['pk', 'sk', 'process'] });
    const others = line.filter(({ sk }) => sk !== place.sk);
    const ahead = others.filter(({ process }) => !dead.has(process));
    const [first] = ahead;
    // Its own place is none of them, though one that its own process could not give up may be.
    if (!first || longest() < 0) return others.filter(({ process }) => dead.has(process));
    const now = Date.now();
    if (first.sk !== front) [front, since] = [first.sk, now];
    if (now - since > patienceMs) {
      dead.add(first.process);
      continue;
    }
    atFirst ||= ahead.length;
    if (ahead.length < atFirst) pace = Math.max(perPlaceMs, (now - began) / (atFirst - ahead.length) / 2);
    const [, ...between] = ahead;
    await wait(between.length === 0 ? Math.min(pace, nextPauseMs) : Math.min(between.length * pace, longestPauseMs));
  }
};

/** Puts a place behind all others. */
const takePlace = async (table: Table, place: Key): Promise<void> => {
  const expires_at = Math.floor(Date.now() / 1000) + forgottenSeconds;
  await table.put({ ...place, process: processOf(table), expires_at });
};

/** A place that cannot be given up is passed over. */
const givePlacesUp = async (table: Table, places: readonly Key[]): Promise<void> => {
  await Promise.allSettled(places.slice(0, 20).map((place) => table.delete(place)));
};

/** Resolves with what `ended` resolves with, or after so long. */
const within = async (ended: Promise<unknown>, milliseconds: number): Promise<void> => {
  const ending = new AbortController();
  const late = wait(Math.max(0, milliseconds), undefined, { signal: ending.signal }).catch(() => undefined);
  await Promise.race([ended, late]);
  ending.abort();
};

/**
 * Takes a place for those who gather, and has them work one after the other when their turn comes. Never throws: where no place can be taken,
 * they work without.
 */
const runBatch = async (
  table: Table,
  lock: Key,
  { line, batch, longest, leave }: { line: Line; batch: Batch; longest: () => number; leave: () => void },
): Promise<void> => {
  const before = line.last?.left ?? Promise.resolve();
  const turn = async (): Promise<Key[]> => {
    const place = { pk: lock.pk, sk: `${lock.sk}${uuid()}` };
    try {
      await takePlace(table, place);
      await within(before, longest());
      return [place, ...(await turnInTable(table, { place, lock, dead: line.dead }, longest))];
    } catch {
      // It may lie there all the same, where only the answer was lost.
      return [place];
    }
  };
  let places = await turn();
  if (line.gathering === batch) line.gathering = undefined;
  let since = Date.now();
  for (const { admit, done } of batch.members) {
    if (Date.now() - since > sharedMs) {
      await givePlacesUp(table, places);
      leave();
      batch.handed = undefined;
      places = await turn();
      since = Date.now();
    }
    admit();
    await done;
  }
  await givePlacesUp(table, places);
  leave();
};

/** Joins those of this process who wait, or is the first of the next. */
const join = (table: Table, lock: Key, member: Member, longest: () => number): Batch => {
  const lines = linesOf(table);
  const line: Line = lines.get(lock.pk) ?? { gathering: undefined, last: undefined, dead: new Set() };
  lines.set(lock.pk, line);
  if (line.gathering && Date.now() - line.gathering.since < gatheredMs) {
    line.gathering.members.push(member);
    return line.gathering;
  }
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const batch: Batch = { since: Date.now(), members: [member], left, ended: left, handed: undefined };
  batch.ended = runBatch(table, lock, { line, batch, longest, leave }).then(() => {
    if (line.last === batch && !line.gathering) lines.delete(lock.pk);
  });
  line.gathering = batch;
  line.last = batch;
  return batch;
};

/**
 * Runs `work` when it is this caller's turn, so that callers who keep cancelling each other's transactions run one after
 * the other, in the order in which they came: in a line in the table, where those of one process who come together share a
 * place for up to a second. A place there is an item of one's own: taking it, looking and leaving
 * are small calls that never stand in each other's way; a cancelled transaction costs up to a hundred. The line only saves tries:
 * correctness comes from the conditions of the work's own transaction. After `waitMs`, or where the deadline of the call comes near, the
 * work runs all the same, and a process that died is passed over after three seconds, as is one whose work takes longer.
 */
export const withLock = async <T>(
  table: Table,
  lock: Key,
  work: (turn: Turn) => Promise<T>,
  waitMs = 15_000,
): Promise<T> => {
  const until = Date.now() + waitMs;
  const longest = () => Math.min(until - Date.now(), timeLeft() - workMs);
  const { promise: admitted, resolve } = Promise.withResolvers<void>();
  const { promise: done, resolve: end } = Promise.withResolvers<void>();
  let isTurn = false;
  const admit = () => {
    isTurn = true;
    resolve();
  };
  const member = { admit, done };
  const batch = join(table, lock, member, longest);
  await within(admitted, longest());
  // Who waited too long works beside the others: nothing is handed to them, and they have nothing to pass on.
  const isOwn = isTurn;
  const handed = isOwn ? batch.handed : undefined;
  const pass = (value: unknown) => {
    if (isOwn) batch.handed = value;
  };
  pass(undefined);
  try {
    return await work({ handed, pass });
  } finally {
    end();
    // A function of AWS stands still once it has answered: the last one sees their place given up, while there is time for that.
    if (batch.members.at(-1) === member) await within(batch.ended, Math.min(waitMs, timeLeft() - callMs));
  }
};

/** What is done without a place in this process, by the lock's key. */
const outside = new WeakMap<Table, Set<string>>();

const outsideOf = (table: Table): Set<string> => {
  const known = outside.get(table) ?? new Set<string>();
  outside.set(table, known);
  return known;
};

const isAnybodyThere = async (table: Table, { pk, sk }: Key): Promise<boolean> =>
  (await table.query({ pk, between: [sk, after(sk)], only: ['pk'], limit: 1 })).length > 0;

/**
 * Runs `work` at once where nobody holds the lock or waits for it, and nobody of this process does the same; undefined where somebody
 * does. Those of other processes may: their transactions meet, and whoever is refused gets into line.
 */
const ifFree = async <T>(table: Table, lock: Key, work: () => Promise<T>): Promise<{ answer: T } | undefined> => {
  const busy = outsideOf(table);
  if (linesOf(table).has(lock.pk) || busy.has(lock.pk)) return undefined;
  busy.add(lock.pk);
  try {
    return (await isAnybodyThere(table, lock)) ? undefined : { answer: await work() };
  } finally {
    busy.delete(lock.pk);
  }
};

export interface Locks {
  withLock: <T>(name: string, work: (turn: Turn) => Promise<T>) => Promise<T>;
  ifFree: <T>(name: string, work: () => Promise<T>) => Promise<{ answer: T } | undefined>;
}

/** Locks of an organization, by name. */
export const locks = {
  grants: ['table:locks'],
  in: (table, keys) => ({
    withLock: <T>(name: string, work: (turn: Turn) => Promise<T>) => withLock(table, keys.lock(name), work),
    ifFree: <T>(name: string, work: () => Promise<T>) => ifFree(table, keys.lock(name), work),
  }),
} as const satisfies Repository;
