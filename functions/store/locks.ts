import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { AppError } from '#domain/contract/errors.ts';
import { timeLeft } from './deadline.ts';
import type { Repository } from './repository.ts';
import { callMs } from './retries.ts';
import { WriteConflict } from './retry-on-conflict.ts';
import { isSame } from './sorted-json.ts';
import { after, type Key, type Table } from './table.ts';
import { together } from './together.ts';

/** Who stands first for so long is taken for dead, with everybody of the same process. */
const patienceMs = 3_000;
/** In a line in which one was found dead, the next ones likely died with it. */
const nextPatienceMs = 1_000;
/** What one who is ahead takes, until the line itself has shown it. */
const perPlaceMs = 15;
/**
 * Until the next look so many of those ahead leave, at the pace of those before them, which may have been slower: a part of
 * few, and of many all but what their differences leave open, which grows like the root of their number.
 */
const leaveUntilNextLook = (ahead: number): number => Math.max(ahead * 0.7, ahead - 1.2 * Math.sqrt(ahead));
const longestPauseMs = 1_000;
/** A line that stood still, as for one who died, tells nothing of the next one, which may be too short to show its own pace. */
const longestPerPlaceMs = 100;
/** When so many have left, it shows how long one takes: one alone may just have been slow. */
const enoughToTell = 5;
/** Whoever is next asks so often: what a place lasts is no measure of when it ends, and a turn that nobody takes is lost. */
const nextPauseMs = 2;
/** Who stood behind others expects them to be there again for so long. */
const crowdedMs = 5_000;
/** What the work itself has to have left before the deadline of the call. */
const workMs = 6_000;
/** Nobody stands in a line for so long: a place that was taken before is one that nobody cleared away. */
const longestCallMs = 120_000;
/** And is forgotten after a day. */
const forgottenSeconds = 24 * 3600;

/**
 * Who wants a lock in one process. In AWS a process has one request; a product on one machine has all of them, and would ask
 * its table for each of them how far the line is.
 */
interface Line {
  /** Resolves when the last one who came has left. */
  last: Promise<unknown>;
  /** Who came and has not left yet. */
  count: number;
  /** Processes that were found dead, which are waited for once, and its own: a place of that one is one that it could not give up. */
  dead: Set<string>;
}

/** What a process knows of its locks, by their keys. A table is one execution environment’s. */
const ofProcess = <Known>(): ((table: Table) => Map<string, Known>) => {
  const all = new WeakMap<Table, Map<string, Known>>();
  return (table) => {
    const known = all.get(table) ?? new Map<string, Known>();
    all.set(table, known);
    return known;
  };
};

const linesOf = ofProcess<Line>();
/** Until when somebody is expected in a line, where whoever of this process came last found others ahead. */
const crowdedOf = ofProcess<number>();
/** How many milliseconds one of those ahead took, when this process stood in the line last. */
const pacesOf = ofProcess<number>();
/** What is done without a place in the line. */
const outsideOf = ofProcess<true>();
const processes = new WeakMap<Table, string>();

const processOf = (table: Table): string => {
  const known = processes.get(table) ?? uuid();
  processes.set(table, known);
  return known;
};

/** A place behind all that are there, whose key says when it was taken and by which process: a line is read by keys alone. */
const newPlace = (table: Table, { pk, sk }: Key): Key => ({ pk, sk: `${sk}${uuid()}#${processOf(table)}` });
const processAt = (sk: string): string => sk.slice(sk.lastIndexOf('#') + 1);
/** When a place of this line was taken, in milliseconds: its id begins with that (RFC 9562, version 7). */
const takenAt = (lock: Key, sk: string): number =>
  Number.parseInt(sk.slice(lock.sk.length).slice(0, 13).replace('-', ''), 16);

/** How somebody waits: for how long yet, in milliseconds, and what is to be read when its turn comes. */
interface Waiting<Read> {
  longest: () => number;
  read: () => Promise<Read>;
}

/** What somebody's turn begins with: what it read as it came, unless it came without, and the places to give up. */
interface Turn<Read> {
  reading?: Promise<Read> | undefined;
  places: Key[];
}

/**
 * Resolves when the one place ahead is gone or what is read has changed, as the one ahead is then done and only leaves yet,
 * with what stands then; undefined after so long. One call asks for both, so that what is there when the place is gone has been
 * read by then.
 */
const whenGone = async <Read>(
  table: Table,
  ahead: Key,
  { longest, read }: Waiting<Read>,
): Promise<{ reading: Promise<Read> } | undefined> => {
  let before: Read | undefined;
  while (longest() >= 0) {
    await wait(nextPauseMs);
    const [place, { reading }] = await together(async () => {
      const reading = read();
      // Who asks and reads again does not want to know what became of it.
      reading.catch(() => undefined);
      return [await table.get(ahead), { reading }] as const;
    });
    const now = await reading.catch(() => undefined);
    if (!place || (before !== undefined && !isSame(now, before))) return { reading };
    before = now;
  }
  return undefined;
};

/**
 * Resolves when nobody is ahead of this place, or after so long; answers the places of the dead, and adds to these whom it
 * finds. Each looks only as far as its own place, and the less often the more are ahead.
 */
const turnInTable = async <Read>(
  table: Table,
  { place, lock, dead }: { place: Key; lock: Key; dead: Set<string> },
  { longest, read }: Waiting<Read>,
): Promise<Turn<Read>> => {
  const began = Date.now();
  let [front, since]: [unknown, number] = ['', began];
  let atFirst: number | undefined;
  let patience = patienceMs;
  const isLeft = (sk: string): boolean => dead.has(processAt(sk)) || takenAt(lock, sk) < began - longestCallMs;
  for (;;) {
    const line = await table.query({ pk: place.pk, between: [lock.sk, place.sk], only: ['sk'] });
    const others = line.filter(({ sk }) => sk !== place.sk);
    const ahead = others.filter(({ sk }) => !isLeft(sk));
    const [first] = ahead;
    if (atFirst === undefined) {
      if (first) crowdedOf(table).set(lock.pk, began + crowdedMs);
      else crowdedOf(table).delete(lock.pk);
    }
    // Its own place is none of these, though one that its own process could not give up may be.
    const places = others.filter(({ sk }) => isLeft(sk)).map(({ sk }) => ({ pk: place.pk, sk }));
    if (!first || longest() < 0) return { places };
    const now = Date.now();
    if (first.sk !== front) [front, since] = [first.sk, now];
    if (now - since > patience) {
      dead.add(processAt(first.sk));
      patience = nextPatienceMs;
      continue;
    }
    atFirst ??= ahead.length;
    const gone = atFirst - ahead.length;
    if (gone >= enoughToTell) pacesOf(table).set(lock.pk, Math.min((now - began) / gone, longestPerPlaceMs));
    if (ahead.length === 1) {
      const over = since + patience;
      const untilThen = () => Math.min(longest(), over - Date.now());
      const turn = await whenGone(table, { pk: place.pk, sk: first.sk }, { longest: untilThen, read });
      if (turn) return { places, ...turn };
      continue;
    }
    const untilNext = leaveUntilNextLook(ahead.length - 1) * (pacesOf(table).get(lock.pk) ?? perPlaceMs);
    await wait(Math.min(Math.max(untilNext, nextPauseMs), longestPauseMs));
  }
};

const takePlace = async (table: Table, place: Key): Promise<void> => {
  const expires_at = Math.floor(Date.now() / 1000) + forgottenSeconds;
  await table.put({ ...place, expires_at });
};

/** A place that cannot be given up is passed over. */
const givePlacesUp = async (table: Table, places: readonly Key[]): Promise<void> => {
  await Promise.allSettled(places.slice(0, 20).map((place) => table.delete(place)));
};

/** Resolves with what `ended` resolves with, or after so long. */
const within = (ended: Promise<unknown>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, Math.max(0, milliseconds));
    void ended.finally(() => {
      clearTimeout(late);
      resolve();
    });
  });

/** Takes a place in the line and waits for its turn. Never throws: where none can be taken, work goes on without. */
const turnInLine = async <Read>(
  table: Table,
  lock: Key,
  dead: Set<string>,
  waiting: Waiting<Read>,
): Promise<Turn<Read>> => {
  if (waiting.longest() < 0) return { places: [] };
  const place = newPlace(table, lock);
  try {
    await takePlace(table, place);
    const { places, reading } = await turnInTable(table, { place, lock, dead }, waiting);
    return { places: [place, ...places], reading };
  } catch {
    // It may lie there all the same, where only the answer was lost.
    return { places: [place] };
  }
};

/**
 * Runs `work` when it is this caller's turn, so that callers who keep cancelling each other's transactions run one after
 * the other, in the order in which they came: in a line in the table, in which a process has one place at a time. A place
 * there is an item of one's own: taking it, looking and leaving are small calls that never stand in each other's way; a
 * cancelled transaction costs up to a hundred. The line only saves tries: correctness comes from the conditions of the
 * work's own transaction. After `waitMs`, or where the deadline of the call comes near, the work runs all the same, and a
 * process that died is passed over after three seconds, as is one whose work takes longer.
 */
export const withLock = async <T>(table: Table, lock: Key, work: () => Promise<T>, waitMs = 15_000): Promise<T> =>
  withPreparedLock(table, lock, async () => undefined, work, waitMs);

/**
 * {@link withLock} for work that begins with reading: whoever is next reads whenever it asks whether the one before is
 * still there, so that what stood when that one had left is there when that is seen. Where it was read too early all the same, the conditions of the work's transaction
 * find out, and it is read and worked once more in the same turn. What the work refused of a state that was over then ends as a
 * {@link WriteConflict}, for the caller to begin anew.
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
  const lines = linesOf(table);
  const line: Line = lines.get(lock.pk) ?? { last: Promise.resolve(), count: 0, dead: new Set([processOf(table)]) };
  lines.set(lock.pk, line);
  const before = line.last;
  const { promise: left, resolve: hasLeft } = Promise.withResolvers<void>();
  line.last = left;
  line.count++;
  await within(before, longest());
  const { places, reading } = await turnInLine(table, lock, line.dead, { longest, read });
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
    const leaving = givePlacesUp(table, places).finally(() => {
      hasLeft();
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
  const isExpected = Date.now() < (crowdedOf(table).get(lock.pk) ?? 0);
  if (linesOf(table).has(lock.pk) || busy.has(lock.pk) || isExpected) return undefined;
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
