import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { storedEntry } from '#functions/platform/store/audit/audit-log.ts';
import { keysOf, unsentShards } from '#functions/platform/store/keys.ts';
import { callMs, remainingMs } from '#functions/platform/store/retries.ts';
import { changeEncryptor, subjectKeys } from '#functions/platform/store/subject-keys.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { trace } from '#tests/support/tenants.ts';
import { AlreadyProcessedError, requestIdentity } from './idempotency.ts';
import { outboxBatch } from './outbox.ts';
import { WriteConflictError } from './retry-on-conflict.ts';
import { UnitOfWork } from './unit-of-work.ts';

const key = (name: string) => ({ pk: `T#t#${name}`, sk: 'X' });
const many = (count: number, text = ''): Write[] =>
  Array.from({ length: count }, (_, n) => ({ put: { ...key(`item-${n}`), text } }));

const harness = await openHarness();

describe('UnitOfWork', () => {
  const organization = '0190a000-0000-7000-8000-000000000001';
  const keys = keysOf(organization);

  const began = (remembered?: string): UnitOfWork => {
    const identity = remembered && requestIdentity('scope', remembered, 'asked');
    return new UnitOfWork(
      harness.table,
      keys,
      organization,
      { ...trace },
      {
        seal: changeEncryptor(harness.table, keys, testKeyWrapper),
        ...(identity ? { remembered: { key: keys.idempotency(identity.key), identity } } : {}),
      },
    );
  };

  it('commits changes, audit entry and event together or not at all', async () => {
    const work = () =>
      began()
        .add({ put: key('one'), when: 'absent' }, undefined, [])
        .audit('submission.deleted', 'one')
        .announce('submission.deleted', 'one', { submission_id: organization });
    expect(await work().finish('done')).toBe('done');
    await expect(work().finish('again')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await harness.table.query({ pk: keys.audit('SUBMISSION', 'one') })).toHaveLength(1);
    expect(await harness.table.query({ pk: 'T#t#one' })).toHaveLength(1);
  });

  it('counts the actor check among the actions of a transaction', async () => {
    await harness.table.transact([{ put: { ...key('actor'), role: 'director' } }]);
    const check: Write = { check: key('actor'), when: { equals: { role: 'director' } } };
    const guard = { guard: check, enough: 'role' };
    const guardedWork = () => new UnitOfWork(harness.table, keys, organization, { ...trace }, { guard });
    const sent = vi.spyOn(harness.table, 'transact');
    await guardedWork().add(many(99)).step();
    await expect(guardedWork().add(many(100)).step()).rejects.toThrow('a transaction of 101 actions');
    // A write to the guarded item includes the check.
    await guardedWork()
      .add(many(99), { update: key('actor'), set: { seen: true } })
      .step();
    expect(sent.mock.calls.map(([writes]) => writes.length)).toEqual([100, 100]);
    sent.mockRestore();
  });

  it('stores only the last response, whatever steps precede it', async () => {
    const twoSteps = async (): Promise<number> => {
      const work = began('key-1').add({ update: key('steps'), add: { n: 1 } });
      await work.step();
      return work.add({ put: key('last') }).finish(42);
    };
    expect(await twoSteps()).toBe(42);
    const repeated = await twoSteps().catch((error: unknown) => error);
    expect(repeated).toBeInstanceOf(AlreadyProcessedError);
    expect(repeated).toMatchObject({ first: { answer: 42 } });
  });

  it('reads no key of a record that it creates, and reuses the key it made', async () => {
    const changes = [{ field: 'notes', from: null, to: 'Calls after six.' }];
    const reads = vi.spyOn(harness.table, 'get');
    await began()
      .add({ put: key('new'), when: 'absent' })
      .audit('customer.created', 'new', changes)
      .finish(undefined);
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
    await began().audit('customer.updated', 'new', changes).finish(undefined);
    const open = await subjectKeys.in(harness.table, keys).opener({ kind: 'CUSTOMER', id: 'new' }, testKeyWrapper);
    const entries = await harness.table.query({ pk: keys.audit('CUSTOMER', 'new') });
    expect(entries.map((item) => open(storedEntry(item)).changes)).toEqual([changes, changes]);
  });

  it('keeps the order of entries of one instant', async () => {
    const work = began().audit('case.created', 'two').audit('case.customer_changed', 'two');
    await work.finish(undefined);
    const entries = await harness.table.query({ pk: keys.audit('CASE', 'two') });
    expect(entries.map(({ action }) => action)).toEqual(['case.created', 'case.customer_changed']);
  });

  it('starts every attempt empty and commits nothing of a conflicting one', async () => {
    const work = began();
    let tries = 0;
    const answer = await work.attempt(
      async () => ++tries,
      async (current) => {
        work.add({ put: key(`of-try-${current}`) }).audit('case.updated', 'three');
        if (current < 3) throw new WriteConflictError();
        return work.finish(current);
      },
    );
    expect(answer).toBe(3);
    const found = [1, 2, 3].map(async (n) => (await harness.table.get(key(`of-try-${n}`))) !== undefined);
    expect(await Promise.all(found)).toEqual([false, false, true]);
    expect(await harness.table.query({ pk: keys.audit('CASE', 'three') })).toHaveLength(1);
  });

  it('gives a hint one attempt after the commit, because the caller waits', async () => {
    const left: number[] = [];
    const commits = vi.spyOn(harness.table, 'transact').mockImplementation(async () => void left.push(remainingMs()));
    await began()
      .add({ put: key('committed') })
      .hint({ put: key('hint') })
      .step();
    commits.mockRestore();
    expect(left).toEqual([Number.POSITIVE_INFINITY, expect.any(Number)]);
    expect(left[1]).toBeLessThanOrEqual(callMs + 50);
  });

  it('throws a conflict of a commit only within an attempt that retries', async () => {
    const commits = vi.spyOn(harness.table, 'transact');
    const work = began();
    const step = () => work.add({ put: key('how') }).step();
    await step();
    await work.attempt(async () => {
      await work.attempt(step);
      await step();
    });
    await step();
    const seen = commits.mock.calls.map(([, how]) => how?.isNewRequest);
    commits.mockRestore();
    expect(seen).toEqual([false, true, true, false]);
  });

  it('creates one key of a record for concurrent requests, even under conflicts', async () => {
    const transact = harness.table.transact.bind(harness.table);
    const commits = vi.spyOn(harness.table, 'transact').mockImplementationOnce(async (writes) => {
      await transact(
        writes.map((write) => ('put' in write ? { put: { ...write.put, wrapped: other.wrapped } } : write)),
      );
      throw new WriteConflictError();
    });
    const subject = { organizationId: organization, kind: 'CUSTOMER', id: 'met' } as const;
    const other = await testKeyWrapper.create(subject);
    const changes = [{ field: 'notes', from: null, to: 'Calls after six.' }];
    await began().audit('customer.updated', 'met', changes).finish(undefined);
    commits.mockRestore();
    const open = await subjectKeys.in(harness.table, keys).opener(subject, testKeyWrapper);
    const [entry] = await harness.table.query({ pk: keys.audit('CUSTOMER', 'met') });
    expect(entry && open(storedEntry(entry)).changes).toEqual(changes);
    expect((await harness.table.get(keys.subjectKey('CUSTOMER', 'met')))?.wrapped).toBe(other.wrapped);
  });
});

describe('events of a unit of work', () => {
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
