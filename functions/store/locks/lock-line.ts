import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { batchReads } from '#functions/store/batched-reads.ts';
import { isSame } from '#functions/store/sorted-json.ts';
import type { Key, Table } from '#functions/store/table.ts';

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
/** Nobody stands in a line for so long: a place that was taken before is one that nobody cleared away. */
const longestCallMs = 120_000;
/** And is forgotten after a day. */
const forgottenSeconds = 24 * 3600;

/** What a process knows of its locks, by their keys. A table is one execution environment’s. */
export const ofProcess = <Known>(): ((table: Table) => Map<string, Known>) => {
  const all = new WeakMap<Table, Map<string, Known>>();
  return (table) => {
    const known = all.get(table) ?? new Map<string, Known>();
    all.set(table, known);
    return known;
  };
};

/** Until when somebody is expected in a line, where whoever of this process came last found others ahead. */
const crowdedOf = ofProcess<number>();
/** How many milliseconds one of those ahead took, when this process stood in the line last. */
const pacesOf = ofProcess<number>();
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

/** Which places of a line are passed over by everybody of this process. */
export interface PassedOver {
  /** Those of processes that were found dead, which are waited for once and cleared away, and of this one, whose others know each other. */
  dead: Set<string>;
  /** Of these, those of this process that their owners give up themselves. */
  own: Set<unknown>;
}

/** What a process passes over in a line of which it knows nothing yet. */
export const passedOverBy = (table: Table): PassedOver => ({ dead: new Set([processOf(table)]), own: new Set() });

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
const untilAheadLeaves = async <Read>(
  table: Table,
  ahead: Key,
  { longest, read }: Waiting<Read>,
): Promise<{ reading: Promise<Read> } | undefined> => {
  let before: Read | undefined;
  while (longest() >= 0) {
    await wait(nextPauseMs);
    const [place, { reading }] = await batchReads(async () => {
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
const untilFirst = async <Read>(
  table: Table,
  { place, lock, dead, own }: PassedOver & { place: Key; lock: Key },
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
    // Also one that its own process could not give up.
    const places = others.filter(({ sk }) => isLeft(sk) && !own.has(sk)).map(({ sk }) => ({ pk: place.pk, sk }));
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
      const turn = await untilAheadLeaves(table, { pk: place.pk, sk: first.sk }, { longest: untilThen, read });
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
export const givePlacesUp = async (table: Table, places: readonly Key[]): Promise<void> => {
  await Promise.allSettled(places.slice(0, 20).map((place) => table.delete(place)));
};

/** Whether this process found others in a line moments ago, who are likely there still. */
export const isCrowded = (table: Table, lock: Key): boolean => Date.now() < (crowdedOf(table).get(lock.pk) ?? 0);

/** Takes a place in the line and waits for its turn. Never throws: where none can be taken, work goes on without. */
export const waitForTurn = async <Read>(
  table: Table,
  lock: Key,
  { dead, own }: PassedOver,
  waiting: Waiting<Read>,
): Promise<Turn<Read>> => {
  if (waiting.longest() < 0) return { places: [] };
  const place = newPlace(table, lock);
  own.add(place.sk);
  try {
    await takePlace(table, place);
    const { places, reading } = await untilFirst(table, { place, lock, dead, own }, waiting);
    return { places: [place, ...places], reading };
  } catch {
    // It may lie there all the same, where only the answer was lost.
    return { places: [place] };
  }
};
