import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { timeLeft } from './deadline.ts';
import type { Repository } from './repository.ts';
import { after, type Key, type Table, type Write } from './table.ts';

/** Who stands first for so long is taken for dead, with everybody of the same process. */
const patienceMs = 3_000;
/** Between two looks at the line, for each who is ahead: half of what one takes, as the line itself shows. */
const perPlaceMs = 10;
const longestPauseMs = 500;
/** Whoever is next looks so often: what a place lasts is no measure of when it ends, and a turn that nobody takes is lost. */
const nextPauseMs = 15;
/** What the work itself has to have left before the deadline of the call. */
const workMs = 6_000;
/** What nobody cleared away is forgotten after a day. */
const forgottenSeconds = 24 * 3600;

/** So long does a place go from one to the next of a process; then the others' turn comes. */
const keptMs = 1_000;
/** Whoever came before a place was taken has said so after so long: nobody comes ahead of it any more. */
const saidMs = 100;

/** A place in the line of the table, with who was found dead ahead of it, and the places of those. */
interface Place {
  key: Key;
  takenAt: number;
  /** When it was last seen that nobody is ahead of it. */
  lookedAt: number;
  dead: Set<unknown>;
  gone: readonly Key[];
}

/** Those of one process who want a lock, each after the one before. */
interface Line {
  last: Promise<unknown>;
  waiting: number;
  /** Left for the next one by whoever has just been first. */
  place?: Place | undefined;
}

/** By the lock's key. A table is one execution environment’s. */
const here = new WeakMap<Table, Map<string, Line>>();
const processes = new WeakMap<Table, string>();

const processOf = (table: Table): string => {
  const known = processes.get(table) ?? uuid();
  processes.set(table, known);
  return known;
};

interface Turn {
  /** The place in the table that the one before has left; without one it has to be taken. */
  inherited: Place | undefined;
  /** Leaves a place to the next one, if somebody waits and it is not for others to come; answers whether it does. */
  passOn(place: Place): boolean;
  /** Lets the next one in. */
  leave(): void;
}

/** Resolves when nobody of this process is ahead, or after so long. */
const turnHere = async (table: Table, { pk }: Key, longest: () => number): Promise<Turn> => {
  const lines = here.get(table) ?? new Map<string, Line>();
  here.set(table, lines);
  const known = lines.get(pk);
  const line: Line = known ?? { last: Promise.resolve(), waiting: 0 };
  lines.set(pk, line);
  const before = line.last;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const mine = Promise.all([before, done]);
  line.last = mine;
  if (known) {
    const ending = new AbortController();
    const late = wait(Math.max(0, longest()), undefined, { signal: ending.signal }).catch(() => undefined);
    line.waiting++;
    await Promise.race([before, late]);
    line.waiting--;
    ending.abort();
  }
  const inherited = line.place;
  line.place = undefined;
  return {
    inherited,
    passOn(place) {
      const goesOn = line.waiting > 0 && Date.now() - place.takenAt < keptMs;
      if (goesOn) line.place = place;
      return goesOn;
    },
    leave() {
      resolve();
      if (line.last === mine) lines.delete(pk);
    },
  };
};

/**
 * Resolves when nobody is ahead of this place, or after so long; answers the places of the dead, and adds to these whom it
 * finds. Each looks only as far as its own place, and the less often the more are ahead.
 */
const turnInTable = async (
  table: Table,
  lock: Key,
  { key: place, dead }: Pick<Place, 'key' | 'dead'>,
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

/** Resolves when nobody is ahead of the place that was left by another of this process, or of one's own; or after so long. */
const placed = async (table: Table, lock: Key, inherited: Place | undefined, longest: () => number): Promise<Place> => {
  if (inherited && inherited.lookedAt - inherited.takenAt > saidMs) return inherited;
  const key = inherited?.key ?? { pk: lock.pk, sk: `${lock.sk}${uuid()}` };
  const expires_at = Math.floor(Date.now() / 1000) + forgottenSeconds;
  try {
    if (!inherited) await table.transact([{ put: { ...key, process: processOf(table), expires_at } }]);
    // Ahead of it may also be one who came before and was slow to say so. The dead are waited for once.
    const dead = new Set(inherited?.dead);
    const gone = await turnInTable(table, lock, { key, dead }, longest);
    const lookedAt = Date.now();
    return { key, dead, gone, takenAt: inherited?.takenAt ?? lookedAt, lookedAt };
  } catch (error) {
    await givePlaceUp(table, { key, gone: inherited?.gone ?? [] });
    throw error;
  }
};

/** A place that cannot be given up is passed over. */
const givePlaceUp = async (table: Table, { key, gone }: Pick<Place, 'key' | 'gone'>): Promise<void> => {
  const leaving = [key, ...gone.slice(0, 20)].map(({ pk, sk }): Write => ({ delete: { pk, sk } }));
  await table.transact(leaving).catch(() => undefined);
};

/**
 * Runs `work` when it is this caller's turn, so that callers who keep cancelling each other's transactions run one after
 * the other, in the order in which they came: those of one process wait for each other in memory, and their first one in a line in the
 * table, whose place goes from one to the next of them for a second. A place there is an item of one's own: taking it, looking and leaving
 * are small calls that never stand in each other's way; a cancelled transaction costs up to a hundred. The line only saves tries:
 * correctness comes from the conditions of the work's own transaction. After `waitMs`, or where the deadline of the call comes near, the
 * work runs all the same, and a process that died is passed over after three seconds, as is one whose work takes longer.
 */
export const withLock = async <T>(table: Table, lock: Key, work: () => Promise<T>, waitMs = 15_000): Promise<T> => {
  const until = Date.now() + waitMs;
  const longest = () => Math.min(until - Date.now(), timeLeft() - workMs);
  const { inherited, passOn, leave } = await turnHere(table, lock, longest);
  let place: Place | undefined;
  try {
    place = await placed(table, lock, inherited, longest);
    return await work();
  } finally {
    // Whoever comes next of this process finds no place of it ahead.
    if (place && !passOn(place)) await givePlaceUp(table, place);
    leave();
  }
};

/** Whether somebody holds the lock or waits for it, or died while doing so. */
const isHeld = async (table: Table, { pk, sk }: Key): Promise<boolean> =>
  here.get(table)?.has(pk) || (await table.query({ pk, between: [sk, after(sk)], only: ['pk'], limit: 1 })).length > 0;

export interface Locks {
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  isHeld: (name: string) => Promise<boolean>;
}

/** Locks of an organization, by name. */
export const locks = {
  grants: ['table:locks'],
  in: (table, keys) => ({
    withLock: <T>(name: string, work: () => Promise<T>) => withLock(table, keys.lock(name), work),
    isHeld: (name: string) => isHeld(table, keys.lock(name)),
  }),
} as const satisfies Repository;
