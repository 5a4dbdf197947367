import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import type { Write } from './table.ts';

const key = (name: string) => ({ pk: `T#t#${name}`, sk: 'X' });

const harness = await openHarness({
  chaos: { seed: 'table', rates: { conflict: 0.2, throttle: 0.05, reset: 0.05, lostAnswer: 0.1 } },
});

describe('Table', () => {
  it('R-01 applies each acknowledged transaction once despite conflicts and lost responses', async () => {
    const acknowledged: string[] = [];
    const pay = async (row: string, cents: number) => {
      const writes: Write[] = [
        { update: key('total'), add: { cents } },
        { put: { ...key(row), cents }, when: 'absent' },
      ];
      await harness.table.transact(writes).then(
        () => acknowledged.push(row),
        (error) => expect(error).toMatchObject({ kind: 'unavailable' }),
      );
    };
    const numbers = Array.from({ length: 16 }, (_, n) => n);
    await Promise.all(
      numbers.map(async (worker) => {
        for (let n = 0; n < 10; n++) await pay(`row-${worker}-${n}`, worker + n);
      }),
    );
    const rows = await Promise.all(
      numbers.map((worker) => harness.calmTable.getAll(numbers.slice(0, 10).map((n) => key(`row-${worker}-${n}`)))),
    );
    const found = new Map(rows.flat().map(({ pk, cents }) => [pk, Number(cents)]));
    expect(acknowledged.filter((row) => !found.has(key(row).pk))).toEqual([]);
    const total = await harness.calmTable.get(key('total'));
    expect(total?.cents).toBe([...found.values()].reduce((sum, cents) => sum + cents, 0));
    expect(acknowledged.length).toBeGreaterThan(150);
    const injected = harness.fault?.injected;
    expect(injected?.conflict).toBeGreaterThan(0);
    expect(injected?.lostAnswer).toBeGreaterThan(0);
  });

  it('accepts texts that end in a lone surrogate, in every kind of write', async () => {
    const half = `Ann ${'\u{1F54A}'.slice(0, 1)}`;
    await harness.table.put({ ...key('half'), name: half });
    await harness.table.update({ update: key('half'), set: { alias: half } });
    await harness.table.transact([
      { update: key('half'), set: { parts: [{ note: half }] }, when: { equals: { name: half } } },
      { put: { ...key(half), name: half } },
    ]);
    expect(await harness.table.get(key('half'))).toMatchObject({
      name: 'Ann \uFFFD',
      alias: 'Ann \uFFFD',
      parts: [{ note: 'Ann \uFFFD' }],
    });
    expect(await harness.table.get(key(half))).toMatchObject({ name: 'Ann \uFFFD' });
  });

  it('throws the error that the rejected write derives from the current item', async () => {
    await harness.table.transact([{ put: { ...key('taken'), owner: 'first' } }]);
    const attempt = harness.table.transact([
      { put: { ...key('other') } },
      {
        put: { ...key('taken'), owner: 'second' },
        when: 'absent',
        refused: (current) => new Error(`owned by ${current?.owner}`),
      },
    ]);
    await expect(attempt).rejects.toThrow('owned by first');
    expect(await harness.table.get(key('other'))).toBeUndefined();
  });

  it('returns a conflict when a condition without its own error fails', async () => {
    await harness.table.transact([{ put: { ...key('versioned'), version: 2 } }]);
    const stale = harness.table.transact([
      { update: key('versioned'), set: { name: 'x' }, when: { equals: { version: 1 } } },
    ]);
    await expect(stale).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('accepts reserved or hostile attribute names as data (S-32)', async () => {
    const odd = { name: 'a', status: 'b', '#n0': 'c', ':v0': 'd', 'a.b': 'e', 'SET x = :y': 'f' };
    await harness.table.transact([{ update: key('odd'), set: odd }]);
    expect(await harness.table.get(key('odd'))).toMatchObject(odd);
  });

  it('reads many keys, some missing, in the requested order', async () => {
    await harness.table.transact([{ put: { ...key('a') } }, { put: { ...key('b') } }]);
    const found = await harness.table.getAll([key('b'), key('none'), key('a')]);
    expect(found.map(({ pk }) => pk)).toEqual(['T#t#b', 'T#t#a']);
    expect(await harness.table.getAll([])).toEqual([]);
  });
});

describe('Table whose service rejects everything', () => {
  it('R-14 returns 503 with Retry-After', async () => {
    const down = await openHarness({
      chaos: { seed: 'down', rates: { conflict: 1, throttle: 0, reset: 0, lostAnswer: 0 } },
    });
    const error = await down.table.transact([{ put: key('x') }]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ kind: 'unavailable', details: { retryAfterSeconds: 2 } });
  });
});
