import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptFacts } from '#functions/records/insight/facts.ts';
import { sumKey } from '#functions/records/insight/insight-keys.ts';
import { keysOf } from '#functions/store/keys.ts';
import { sumsOf } from '#functions/store/lists/sums.ts';
import { type Item, Table } from '#functions/store/table.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { mendSums } from './mend-sums.ts';

const keys = keysOf('00000000-0000-7000-8000-000000000000');
/** More than are read at once, on two days of a month. */
const many = 1_203;

describe('adding sums up anew', { timeout: 60_000 }, () => {
  let harness: Harness;
  let facts: Item[];
  beforeAll(async () => {
    harness = await startHarness();
    facts = Array.from({ length: many }, (_, n) => {
      const about = { homeId: 'home', caseId: null, title: '', detail: '' };
      const fact = {
        ...about,
        group: 'money' as const,
        day: n % 2 ? '2026-03-09' : '2026-03-10',
        add: { n: 1, net: 5 },
      };
      return keptFacts(keys, 'PAYMENT', String(n).padStart(6, '0'), [fact]).copies;
    }).flat();
    for (let at = 0; at < facts.length; at += 100)
      await harness.table.transact(facts.slice(at, at + 100).map((put) => ({ put })));
  }, 60_000);
  afterAll(() => harness.close());

  const mend = (items: readonly Item[], isKnown = true) =>
    mendSums(harness.table, items, { seen: new Set(), isKnown: () => isKnown });
  const told = async (kind: 'all' | 'month' | 'day' | 'reports', period: string) => {
    const item = await harness.table.get(sumKey(keys, { group: 'money', homeId: 'home', kind, period }));
    return item && sumsOf(item).add;
  };

  it('takes in every fact, also where there are more than are read at once', async () => {
    // Of all time, a year, a month, and a series of its months; and of each of the days.
    expect(await mend(facts)).toEqual({ mended: 6, left: [] });
    const whole = { n: many, net: many * 5 };
    expect([await told('all', ''), await told('month', '2026-03')]).toEqual([whole, whole]);
    expect(await told('day', '2026-03-09')).toEqual({ n: 601, net: 3_005 });
    expect(await told('reports', '2026')).toEqual({ '-03.net': many * 5 });
    expect(await mend(facts)).toEqual({ mended: 0, left: [] });
  });

  it('is not misled by a fact that moves behind its reading', async () => {
    const last = facts.toSorted((a, b) => a.sk.localeCompare(b.sk)).at(-1) as Item;
    const key = sumKey(keys, { group: 'money', homeId: 'home', kind: 'all', period: '' });
    // Something to mend, so that it would be written.
    await harness.table.transact([{ put: { ...key, n: 1, rev: '1' } }]);
    const moved = { ...last, sk: last.sk.replace('2026-03-10', '2026-03-01') };
    class Contended extends Table {
      pages = 0;
      override async query(...given: Parameters<Table['query']>): Promise<Item[]> {
        const page = await super.query(...given);
        // Behind the first page, and before the one with the fact: from now on it stands before both.
        if (++this.pages === 1) await super.transact([{ put: moved }, { delete: { pk: last.pk, sk: last.sk } }]);
        return page;
      }
    }
    const table = new Contended(harness.client, harness.tableName);
    expect(await mendSums(table, [{ ...key }], { seen: new Set(), isKnown: () => true })).toEqual({
      mended: 1,
      left: [],
    });
    expect(await told('all', '')).toEqual({ n: many, net: many * 5 });
    await harness.table.transact([{ put: last }, { delete: { pk: moved.pk, sk: moved.sk } }]);
  });

  it('leaves what somebody adds that is not known', async () => {
    const key = sumKey(keys, { group: 'money', homeId: 'home', kind: 'all', period: '' });
    await harness.table.transact([{ put: { ...key, n: 7, rev: '1' } }]);
    expect(await mend([{ ...key }], false)).toEqual({ mended: 0, left: [] });
    expect(await told('all', '')).toEqual({ n: 7 });
  });

  it.each(['W#2026-09#money', 'D#2026-03-09#dreams'])(
    'empties a sum that no release keeps any more: %s',
    async (sk) => {
      const { pk } = sumKey(keys, { group: 'money', homeId: 'home', kind: 'all', period: '' });
      const sum = { pk, sk, n: 3, rev: '1' };
      await harness.table.transact([{ put: sum }]);
      expect(await mend([sum])).toEqual({ mended: 1, left: [] });
      expect(sumsOf((await harness.table.get(sum)) as Item).add).toEqual({});
    },
  );
});
