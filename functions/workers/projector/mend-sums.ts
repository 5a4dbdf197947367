import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addedSums, type FactRecord, factPrefix, factShape } from '#functions/records/facts.ts';
import { keysOf } from '#functions/store/keys.ts';
import { isSame } from '#functions/store/sorted-json.ts';
import { sumsOf } from '#functions/store/sums.ts';
import { after, type Item, type Key, type Table } from '#functions/store/table.ts';
import { StaleProjection } from '#functions/store/tree-store.ts';

const pageSize = 1000;

/** The facts that an item of sums adds up: of its group and home, within its days. */
const factsBehind = async (table: Table, { pk, sk }: Key): Promise<Item[]> => {
  const [, organizationId = '', , , homeId = ''] = pk.split('#');
  const [, days = '', group = ''] = sk.split('#');
  const within = `${factPrefix}${days}`;
  const facts: Item[] = [];
  for (let from = within, isMore = true; isMore; ) {
    const items = await table.query({
      pk: keysOf(organizationId).facts(group, homeId),
      between: [from, after(within)],
      limit: pageSize,
    });
    facts.push(...items);
    isMore = items.length === pageSize;
    // Sorts right after the last one.
    from = `${items.at(-1)?.sk} `;
  }
  return facts;
};

/** The items of sums that items are, or are added to. */
const sumsAmong = (items: readonly Item[]): Map<string, Key> => {
  const found = new Map<string, Key>();
  const add = ({ pk, sk }: Key) => found.set(`${pk} ${sk}`, { pk, sk });
  for (const item of items) {
    const [tenant, organizationId = '', kind] = item.pk.split('#');
    if (tenant !== 'T') continue;
    if (kind === 'SUM') add(item);
    if (kind === 'FACT') for (const { key } of addedSums(keysOf(organizationId), factShape.parse(item))) add(key);
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
  const copies = await factsBehind(table, key);
  if (!copies.every(isKnown)) return false;
  const facts: FactRecord[] = copies.map((copy) => factShape.parse(copy));
  const [add, names]: [Record<string, number>, Record<string, string>] = [{}, {}];
  const keys = keysOf(key.pk.split('#')[1] ?? '');
  const added = facts.flatMap((fact) => addedSums(keys, fact).filter((sum) => sum.key.sk === key.sk));
  for (const sum of added) {
    for (const [measure, by] of Object.entries(sum.add)) {
      add[measure] = (add[measure] ?? 0) + by;
      const called = sum.names?.[measure];
      if (called !== undefined) names[`name:${measure}`] = called;
    }
  }
  const wanted = Object.fromEntries(Object.entries(add).filter(([, value]) => value !== 0));
  if (isSame(found, wanted)) return false;
  await table.transact([
    {
      put: { ...key, ...wanted, ...names, rev: randomUUID() },
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
    if (isMended === undefined) left.push(name);
  }
  return { mended, left };
};
