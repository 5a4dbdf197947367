import { describe, expect, it } from 'vitest';
import { FloorOrders, freshIn } from './floor-orders.ts';
import type { Recording } from './recording.ts';

const id = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const tenant = id(0);
const create = (n: number): Recording => [
  [{ command: 'GetCommand', input: { Key: { pk: tenant } } }],
  [
    {
      command: 'TransactWriteCommand',
      input: { TransactItems: [{ Put: { Item: { pk: `${tenant}#${id(n)}`, id: id(n) } } }] },
    },
  ],
];

describe('what the floor repeats', () => {
  it('is new in what each request made, and the same in what they share', () => {
    const recordings = [create(1), create(2)];
    const fresh = freshIn(recordings);
    expect(fresh).toEqual([[id(1)], [id(2)]]);
    const orders = new FloorOrders();
    orders.add({ operation: 'create', recordings, fresh });
    const texts = [0, 1, 2].map((n) => JSON.stringify(orders.wavesOf('create', n)));
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) {
      expect(text).not.toMatch(new RegExp(`${id(1)}|${id(2)}`));
      expect(text.split(tenant)).toHaveLength(3);
      const [made] = /(?<="id":")[^"]+/.exec(text) ?? [];
      expect(text.split(String(made))).toHaveLength(3);
    }
  });

  it('is not new what a request itself named', () => {
    const recordings = [create(1), create(2)];
    expect(freshIn(recordings, [{ body: { case: id(1) } }, {}])).toEqual([[], [id(2)]]);
  });

  it('is what was recorded where nothing is made', () => {
    const orders = new FloorOrders();
    orders.add({ operation: 'get', recordings: [create(1)], fresh: [] });
    expect(orders.wavesOf('get', 7)).toEqual(create(1));
    expect(() => orders.wavesOf('search', 0)).toThrow('search');
  });
});
