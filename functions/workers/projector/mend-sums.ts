import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addendsOf, factShape } from '#functions/records/insight/facts.ts';
import { factsFrom, isSum, sumPlace } from '#functions/records/insight/insight-keys.ts';
import { keyName, partitionOf, rightAfter } from '#functions/store/key-parts.ts';
import { keysOf } from '#functions/store/keys.ts';
import { StaleProjection } from '#functions/store/lists/bucket-counters.ts';
import { type Addend, isFact, joinSums, nameAttributes, type SumChange, sumsOf } from '#functions/store/lists/sums.ts';
import { isSame } from '#functions/store/sorted-json.ts';
import { after, type Item, type Key, type Table } from '#functions/store/table.ts';

const pageSize = 1000;

/** The facts that an item of sums adds up: of its group and home, within its days. None of what this release does not keep. */
const factsBehind = async (table: Table, key: Key): Promise<Item[]> => {
  const place = sumPlace(key);
  if (!place) return [];
  const pk = place.keys.facts(place.group, place.homeId);
  const within = factsFrom(place.period);
  const facts: Item[] = [];
  for (let from = within, isMore = true; isMore; ) {
    const items = await table.query({ pk, between: [from, after(within)], limit: pageSize });
    facts.push(...items);
    isMore = items.length === pageSize;
    from = rightAfter(items.at(-1)?.sk ?? '');
  }
  return facts;
};

/** What a fact adds to sums. */
const addendsOfFact = (fact: Item): Addend[] =>
  addendsOf(keysOf(partitionOf(fact.pk)?.organizationId ?? ''), factShape.parse(fact));

/** What an item of sums says when it adds up these facts. */
const sumOfFacts = (key: Key, facts: readonly Item[]): SumChange => {
  const all = new Map<string, SumChange>();
  const name = keyName(key);
  for (const { key: at, add, names = {} } of facts.flatMap(addendsOfFact))
    if (keyName(at) === name) joinSums(all, new Map([[name, { add: { ...add }, names: { ...names } }]]));
  const { add = {}, names = {} } = all.get(name) ?? {};
  return { add: Object.fromEntries(Object.entries(add).filter(([, value]) => value !== 0)), names };
};

/** The items of sums that items are, or are added to. */
const sumsAmong = (items: readonly Item[]): Map<string, Key> => {
  const found = new Map<string, Key>();
  const add = ({ pk, sk }: Key) => found.set(keyName({ pk, sk }), { pk, sk });
  for (const item of items) {
    if (isSum(item)) add(item);
    if (isFact(item)) for (const { key } of addendsOfFact(item)) add(key);
  }
  return found;
};

/** Whether a fact is a copy of a record whose ROW is known to remember what it adds. */
type IsKnown = (fact: Item) => boolean;

/**
 * Adds up one item anew. Answers whether it said something else; throws when somebody adds to it meanwhile. What others add
 * than are known is left to them: a ROW that does not remember it would add it once more, or never take it off.
 */
const mend = async (table: Table, key: Key, isKnown: IsKnown): Promise<boolean> => {
  const item = await table.get(key);
  const found = item ? sumsOf(item).add : {};
  const facts = await factsBehind(table, key);
  if (!facts.every(isKnown)) return false;
  const wanted = sumOfFacts(key, facts);
  if (isSame(found, wanted.add)) return false;
  // A fact that moves within the sum, as a payment to another day of its year, is not written to it. Who reads page by page
  // may meet such a one twice or never, but not twice alike.
  if (!isSame(facts, await factsBehind(table, key))) throw new StaleProjection();
  await table.transact([
    {
      put: { ...key, ...wanted.add, ...nameAttributes(wanted.names), rev: randomUUID() },
      when: item ? { equals: { rev: item.rev } } : 'absent',
      refused: () => new StaleProjection(),
    },
  ]);
  return true;
};

/** A sum to which somebody adds all the while is left to another time after so many tries: each reads all of its facts. */
const mostTries = 5;
const longestPauseMs = 1_600;

/** The same until nobody comes in between; undefined where somebody always does. */
const mendInTries = async (table: Table, key: Key, isKnown: IsKnown): Promise<boolean | undefined> => {
  for (let tries = 1; ; tries++) {
    try {
      return await mend(table, key, isKnown);
    } catch (error) {
      if (!(error instanceof StaleProjection)) throw error;
      if (tries === mostTries) return undefined;
      await wait(Math.random() * Math.min(100 * 2 ** tries, longestPauseMs));
    }
  }
};

/**
 * Adds up anew the sums that some items are or are added to, in place and beside the running product: facts and sums are
 * written together, so that sums which nobody wrote meanwhile are those of the facts that were read. Answers how many said
 * something else, and which were written all the while and are left as they were. `seen` keeps those that were looked at.
 */
export const mendSums = async (
  table: Table,
  items: readonly Item[],
  { seen, isKnown }: { seen: Set<string>; isKnown: IsKnown },
): Promise<{ mended: number; left: string[] }> => {
  let mended = 0;
  const left: string[] = [];
  for (const [name, key] of sumsAmong(items)) {
    if (seen.has(name)) continue;
    seen.add(name);
    const isMended = await mendInTries(table, key, isKnown);
    if (isMended) mended++;
    if (isMended === undefined) left.push(`${key.pk} ${key.sk}`);
  }
  return { mended, left };
};
