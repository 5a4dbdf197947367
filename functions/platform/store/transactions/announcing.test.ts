import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keysOf, unsentShards } from '#functions/platform/store/keys.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { outboxBatch } from './outbox.ts';
import { WriteConflictError } from './retry-on-conflict.ts';
import { UnitOfWork } from './unit-of-work.ts';

const organization = randomUUID();

const workOver = () => {
  const commits: Write[][] = [];
  const table = { transact: async (writes: Write[]) => void commits.push(writes) } as unknown as Table;
  const trace = {
    actor: { id: null, name: 'System', role: null } as const,
    ip: null,
    requestId: 'the-request',
    now: new Date('2026-03-01T10:00:00.000Z'),
  };
  return { commits, work: new UnitOfWork(table, keysOf(organization), organization, trace) };
};
const outboxItems = (writes: readonly Write[] = []) =>
  writes.flatMap((write) => ('put' in write && write.put.stream === 'outbox' ? [outboxBatch(write.put)] : []));

describe('events of a unit of work', () => {
  it('join one item of the transaction in order, however many', async () => {
    const { commits, work } = workOver();
    const ids = Array.from({ length: 5 }, () => randomUUID());
    work.add({ put: { pk: 'a', sk: 'a' } });
    for (const id of ids) work.announce('customer.created', id, { customer_id: id });
    await work.finish(undefined);
    expect(commits).toHaveLength(1);
    expect(commits[0]).toHaveLength(2);
    const [batch] = outboxItems(commits[0]);
    expect(batch?.key.pk).toBe(keysOf(organization).outbox(ids[0] ?? '', '').pk);
    expect(batch?.events.map(({ aggregateId }) => aggregateId)).toEqual(ids);
    const eventIds = batch?.events.map(({ envelope }) => envelope.id) ?? [];
    expect(eventIds).toEqual(eventIds.toSorted());
    expect(new Set(eventIds).size).toBe(5);
    expect(batch?.events[0]?.envelope).toMatchObject({ organization_id: organization, request_id: 'the-request' });
  });

  it('belong only to the step in which they were published', async () => {
    const { commits, work } = workOver();
    const [one, two] = [randomUUID(), randomUUID()];
    await work.announce('customer.created', one, { customer_id: one }).step();
    let tries = 0;
    await work.attempt(
      async () => ++tries,
      async (current) => {
        if (current > 1) return work.announce('customer.updated', two, { customer_id: two }).finish(0);
        work.announce('customer.deleted', one, { customer_id: one });
        throw new WriteConflictError();
      },
    );
    expect(commits.map((writes) => outboxItems(writes).map(({ events }) => events.map(({ name }) => name)))).toEqual([
      [['customer.created']],
      [['customer.updated']],
    ]);
    const ids = commits.flatMap((writes) => outboxItems(writes).map(({ events }) => events[0]?.envelope.id ?? ''));
    expect(ids).toEqual(ids.toSorted());
  });

  it('spread over sixteen partitions, so that an import does not fill one', async () => {
    const { commits, work } = workOver();
    for (let n = 0; n < 200; n++) {
      const id = randomUUID();
      await work.announce('customer.created', id, { customer_id: id }).step();
    }
    const partitions = Map.groupBy(
      commits.flat().flatMap((write) => ('put' in write && write.put.gsi1pk ? [String(write.put.gsi1pk)] : [])),
      (partition) => partition,
    );
    expect(partitions.size).toBe(unsentShards);
    expect(Math.max(...[...partitions.values()].map(({ length }) => length))).toBeLessThan(40);
  });

  it('throw if they do not fit into an item', async () => {
    const { work } = workOver();
    for (let n = 0; n < 201; n++) work.announce('home.updated', 'home', { funeral_home_id: randomUUID() });
    await expect(work.finish(undefined)).rejects.toThrow('announces 201 events');
  });
});
