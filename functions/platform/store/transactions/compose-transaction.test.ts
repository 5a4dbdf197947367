import { describe, expect, it } from 'vitest';
import type { Write } from '#functions/platform/store/table.ts';
import { composeTransaction } from './compose-transaction.ts';

const key = (name: string) => ({ pk: `T#t#${name}`, sk: 'X' });
const many = (count: number, text = ''): Write[] =>
  Array.from({ length: count }, (_, n) => ({ put: { ...key(`item-${n}`), text } }));

describe('composeTransaction', () => {
  it('sums additions to one item and merges set and removed attributes', () => {
    const writes: Write[] = [
      { update: key('a'), add: { n: 1, m: 2 }, set: { x: 1 } },
      { put: key('b') },
      { update: key('a'), add: { n: 2 }, set: { x: 1, y: 2 }, remove: ['z'] },
      { update: key('a'), remove: ['z', 'q'] },
    ];
    expect(composeTransaction(writes)).toEqual([
      { update: key('a'), add: { n: 3, m: 2 }, set: { x: 1, y: 2 }, remove: ['z', 'q'] },
      { put: key('b') },
    ]);
  });

  it('merges a check into the write of the same item, in any order', () => {
    const refused = () => new Error('gone');
    const check: Write = { check: key('a'), when: 'exists', refused };
    const update: Write = { update: key('a'), add: { n: 1 } };
    expect(composeTransaction([check, update])).toEqual([{ ...update, when: 'exists', refused }]);
    expect(composeTransaction([update, check])).toEqual([{ ...update, when: 'exists', refused }]);
    expect(composeTransaction([check, { check: key('a'), when: 'exists' }])).toEqual([check]);
  });

  it.each<[string, Write[], RegExp]>([
    [
      'two values for one attribute',
      [
        { update: key('a'), set: { x: 1 } },
        { update: key('a'), set: { x: 2 } },
      ],
      /different/,
    ],
    [
      'two conditions',
      [
        { check: key('a'), when: 'exists' },
        { put: key('a'), when: 'absent' },
      ],
      /ask different things/,
    ],
    ['two puts', [{ put: key('a') }, { put: key('a') }], /cannot be made one/],
    ['a deletion and a change', [{ delete: key('a') }, { update: key('a'), add: { n: 1 } }], /cannot be made one/],
  ])('rejects %s of one item', (_, writes, message) => {
    expect(() => composeTransaction(writes)).toThrow(message);
  });

  it('rejects an item above 400 KB, in any attribute', () => {
    const put = (size: number): Write => ({ put: { ...key('large'), values: [{ text: 'x'.repeat(size) }] } });
    expect(composeTransaction([put(409_000)])).toHaveLength(1);
    // Two bytes per character.
    expect(() => composeTransaction([{ update: key('large'), set: { text: 'é'.repeat(205_000) } }])).toThrow(
      /DynamoDB takes 409600/,
    );
    expect(() => composeTransaction([put(409_600)])).toThrow('T#t#large / X takes');
  });

  it("rejects table and index keys above DynamoDB's limits in bytes", () => {
    const put = (changes: object): Write[] => [{ put: { ...key('a'), ...changes } }];
    const long = '漢'.repeat(341);
    expect(composeTransaction(put({ sk: `${long}a`, gsi1pk: 'a'.repeat(2048), gsi1sk: long }))).toHaveLength(1);
    expect(() => composeTransaction(put({ sk: `${long}aa` }))).toThrow('takes 1025 bytes: DynamoDB takes 1024');
    expect(() => composeTransaction(put({ pk: 'a'.repeat(2049) }))).toThrow('DynamoDB takes 2048');
    const update: Write = { update: key('a'), set: { gsi2sk: `${long}aa` } };
    expect(() => composeTransaction([update])).toThrow(/^gsi2sk of .* DynamoDB takes 1024$/);
    expect(composeTransaction(put({ pk_of_another: 'a'.repeat(3000) }))).toHaveLength(1);
  });

  it('rejects more than 100 actions or 4 MB', () => {
    expect(composeTransaction(many(100))).toHaveLength(100);
    expect(() => composeTransaction(many(101))).toThrow('a transaction of 101 actions: DynamoDB takes 100');
    expect(() => composeTransaction(many(12, 'x'.repeat(390_000)))).toThrow(/bytes: DynamoDB takes 4194304/);
  });
});
