import { describe, expect, it } from 'vitest';
import { type SumChange, sumsOf, sumWrites, wholeSums } from './sums.ts';

const key = { pk: 'T#o#SUM#sales#home', sk: 'Y#2026#sale' };
const name = `${key.pk}\n${key.sk}`;
const many = (by: number, count = 60): SumChange => ({
  add: Object.fromEntries(Array.from({ length: count }, (_, at) => [`cents.item.${at}`, by])),
  names: Object.fromEntries(Array.from({ length: count }, (_, at) => [`cents.item.${at}`, `Item ${at}`])),
});
const newRev = () => 'new';

describe('items of sums', () => {
  it('tell sums beyond what a number holds exactly, which the client answers as a bigint', () => {
    const item = { ...key, rev: 'r', home: 9_007_199_254_740_993n, n: 2, tax: 0, 'name:n': 'Number' };
    expect(sumsOf(item)).toEqual({ add: { home: 9_007_199_254_740_992, n: 2 }, names: { n: 'Number' } });
  });

  it('are written whole where one expression would not say a change, and without what has become 0', () => {
    const changes = new Map([[name, many(5)]]);
    expect(wholeSums(changes)).toEqual([key]);
    const old = { ...key, rev: 'old', 'cents.item.0': -5, 'name:cents.item.0': 'Item 0', tax: 7, n: 0 };
    const [write] = sumWrites(changes, newRev, [old]);
    expect(write).toMatchObject({
      put: { ...key, rev: 'new', tax: 7, 'cents.item.1': 5 },
      when: { equals: { rev: 'old' } },
    });
    for (const gone of ['n', 'cents.item.0', 'name:cents.item.0']) expect(write).not.toHaveProperty(['put', gone]);
    expect(sumWrites(changes, newRev, [])).toMatchObject([{ when: 'absent' }]);
  });

  it('are added to where they change a little, or where nobody has read them', () => {
    expect(sumWrites(new Map([[name, many(5, 50)]]), newRev, [])).toMatchObject([{ update: key }]);
    expect(sumWrites(new Map([[name, many(5)]]), newRev)).toMatchObject([{ update: key }]);
  });
});
