import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyName } from '#functions/platform/store/key-format.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item } from '#functions/platform/store/table.ts';
import { thingsList } from '#tests/support/engines/example-list.ts';
import { type Difference, differenceOf } from '../../projector/project-records.ts';
import { countedIn, lookupItems, type Projected, rowOf, rowSchema, type StoredRow } from './projection.ts';
import { addendsText, mergeSums, type SumChange, sumsFromRow } from './sums.ts';

const keys = keysOf('o');
const id = 'r';

/** The stored projection, changed only by differences. */
class World {
  row: StoredRow | undefined;
  readonly items = new Map<string, Item>();
  readonly #counted = new Map<string, number>();
  readonly #sums = new Map<string, SumChange>();

  write({ writes, moves, sums }: Difference): void {
    for (const one of writes) {
      if ('put' in one) this.items.set(keyName(one.put), one.put);
      if ('delete' in one) this.items.delete(keyName(one.delete));
    }
    const row = [...this.items.values()].find(({ sk }) => sk === 'ROW');
    this.row = row && rowSchema.parse(row);
    for (const { view, key, by } of moves) {
      const name = `${view.pk} ${key}`;
      this.#counted.set(name, (this.#counted.get(name) ?? 0) + by);
    }
    mergeSums(this.#sums, sums);
  }

  get counted(): string[] {
    expect([...this.#counted.values()].filter((n) => n !== 0 && n !== 1)).toEqual([]);
    return [...this.#counted].flatMap(([name, n]) => (n ? [name] : [])).sort();
  }

  get sums(): Record<string, Record<string, number>> {
    const all = [...this.#sums].map(([name, { add }]) => [
      name,
      Object.fromEntries(Object.entries(add).filter(([, value]) => value !== 0)),
    ]);
    return Object.fromEntries(all.filter(([, add]) => Object.keys(add ?? {}).length > 0));
  }

  /** Applies the next difference; returns undefined when the state is reached. */
  go(next: Projected | undefined, all = false): Difference | undefined {
    const difference = differenceOf(keys, thingsList, id, { before: this.row, next, all });
    if (difference) this.write(difference);
    return difference;
  }
}

/** Upper bound: moves within one bucket are one write. */
const actionsOf = ({ writes, moves, sums }: Difference): number => writes.length + moves.length + sums.size;

const names = (most: number, name: string) =>
  fc.uniqueArray(fc.nat({ max: most }), { maxLength: most }).map((all) => all.map((n) => `${name}${n}`));

interface State {
  row: { at: string; name: string; state: string; colour: string };
  tokens: string[];
  shared: string[];
  copies: { name: string; says: number; adds: number }[];
}

const copy = fc.record({ name: fc.nat({ max: 150 }), says: fc.nat({ max: 3 }), adds: fc.nat({ max: 4 }) });
const state: fc.Arbitrary<State> = fc.record({
  row: fc.record({
    at: fc.constantFrom('1', '2'),
    name: fc.constantFrom('Lund', 'Lee'),
    state: fc.constantFrom('new', 'old'),
    colour: fc.constantFrom('red', 'blue'),
  }),
  tokens: names(18, 't'),
  shared: names(6, 's'),
  copies: fc
    .uniqueArray(copy, { maxLength: 120, size: 'max', selector: ({ name }) => name })
    .map((all) => all.map((one) => ({ ...one, name: `COPY#${one.name}` }))),
});

const projectedOf = ({ row, tokens, shared, copies }: State): Projected => ({
  row: { id, ...row, parts: 0 },
  tokens,
  order: row.at,
  shared: shared.map((value) => ({ reason: 'r', value })),
  copies: copies.map(({ name, says }) => ({ pk: `T#o#${name}`, sk: 'COPY', says })),
  addends: copies.map(({ says, adds }) => ({
    key: { pk: 'T#o#MONTHSUMS', sk: `2026-0${1 + adds}` },
    add: { n: 1, cents: says },
  })),
});

const copiesIn = ({ items }: World): string[] => [...items.keys()].filter((name) => name.endsWith('COPY')).sort();

describe('differenceOf', () => {
  it('fits into one transaction, and its ROW describes what was written at any step', () => {
    const step = fc.record({ next: fc.option(state, { freq: 6, nil: undefined }), parts: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), fc.boolean(), (steps, all) => {
        const world = new World();
        const expectEqualRows = () => {
          expect(world.sums).toEqual(sumsFromRow(world.row?.added));
          expect(copiesIn(world)).toEqual(Object.keys(world.row?.copies ?? {}).sort());
        };
        for (const { next, parts } of steps)
          for (let n = 0; n < parts; n++) {
            const part = world.go(next && projectedOf(next), all && n === 0);
            if (part) expect(actionsOf(part)).toBeLessThanOrEqual(100);
            expectEqualRows();
          }
        const last = steps.at(-1)?.next;
        const wanted = last && projectedOf(last);
        for (let isMore = true; isMore; expectEqualRows()) {
          const part = world.go(wanted);
          if (part) expect(actionsOf(part)).toBeLessThanOrEqual(100);
          isMore = part?.isPart ?? false;
        }
        expect(world.go(wanted)).toBeUndefined();
        expect(world.sums).toEqual(sumsFromRow(addendsText(wanted?.addends ?? [])));
        expect(copiesIn(world)).toEqual((wanted?.copies ?? []).map(keyName).sort());
        for (const one of wanted?.copies ?? []) expect(world.items.get(keyName(one))).toMatchObject(one);
        const row = wanted && rowOf(keys, thingsList, id, wanted);
        const places = [...countedIn(row).values()].map(({ view, key }) => `${view.pk} ${key}`);
        expect(world.counted).toEqual(places.sort());
        const lookups = (row ? lookupItems(keys, row) : []).map(keyName).sort();
        expect([...world.items.keys()].filter((name) => /#(S|SHARED)#/.test(name)).sort()).toEqual(lookups);
      }),
      { numRuns: 60 },
    );
  });
});
