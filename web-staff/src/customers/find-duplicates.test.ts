import { describe, expect, it, vi } from 'vitest';
import type { Call } from '#domain/shared/contract/client.ts';
import { exampleCustomer } from '../testing/example-customer.ts';
import { type Duplicates, findDuplicates, withMerge, withoutMerge, withoutRecord } from './find-duplicates.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => exampleCustomer({ id })) as [
  ReturnType<typeof exampleCustomer>,
  ReturnType<typeof exampleCustomer>,
  ReturnType<typeof exampleCustomer>,
];
const pair = (id: string) => ({ survivor: a, duplicate: exampleCustomer({ id }) });

const search = async (): Promise<{ steps: Duplicates[]; bodies: unknown[] }> => {
  const answers = [
    { certain: [pair('x')], groups: [{ reason: 'phone', customers: [a, b] }], next_cursor: 'more' },
    {
      certain: [pair('x'), pair('y')],
      groups: [
        { reason: 'email', customers: [b, a] },
        { reason: 'name', customers: [a, b, c] },
      ],
      next_cursor: null,
    },
  ];
  const bodies: unknown[] = [];
  const call = (async (_row: unknown, { body }: { body: unknown }) => {
    bodies.push(body);
    return answers[bodies.length - 1];
  }) as unknown as Call;
  const onProgress = vi.fn<(found: Duplicates) => void>();
  await findDuplicates(call, { signal: new AbortController().signal, onProgress });
  return { steps: onProgress.mock.calls.map(([found]) => found), bodies };
};

describe('findDuplicates', () => {
  it('continues to the end, and shows the same people once', async () => {
    const { steps, bodies } = await search();
    expect(bodies).toEqual([
      { cursor: null, preview: true },
      { cursor: 'more', preview: true },
    ]);
    expect(steps.map(({ certain, groups, finished }) => [certain.length, groups.length, finished])).toEqual([
      [0, 0, false],
      [1, 1, false],
      [2, 2, true],
    ]);
    expect(steps.at(-1)?.groups.map(({ reason }) => reason)).toEqual(['phone', 'name']);
  });

  it('drops a deleted record, and a merge that was undone', async () => {
    const found = (await search()).steps.at(-1) as Duplicates;
    const left = withoutRecord(found, 'b');
    expect(left.groups.map(({ customers }) => customers.map(({ id }) => id))).toEqual([['a', 'c']]);
    const done = withMerge(withMerge(found, pair('x'), 'm-x'), pair('y'), 'm-y');
    expect([done.certain.length, done.merged.map(({ name }) => name).length]).toEqual([0, 2]);
    expect(withoutMerge(done, 'm-x').merged.map(({ duplicate_id }) => duplicate_id)).toEqual(['y']);
  });
});
