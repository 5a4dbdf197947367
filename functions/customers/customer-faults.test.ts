import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { type CallOptions, type Harness, startHarness } from '#tests/support/harness.ts';
import { createCustomer, linkCases, readCustomer } from '#tests/support/records/customers.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';

const { bulkDelete, create, delete: remove, get, list, merge, undoMerge, update } = customerEndpoints;

const randomOf = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};

const parallel = long ? 50 : 20;
const interleavings = 1000;
/** The commit at which the call is killed, and whether just after it. */
const killedAt: [number, boolean][] = long
  ? [1, 2, 4].flatMap((nth): [number, boolean][] => [
      [nth, false],
      [nth, true],
    ])
  : [[2, true]];

describe('customers under faults', { timeout: 600_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let tenants = 0;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    harness = await startHarness({ chaos: { seed: process.env.FAULT_SEED || 'customers' } });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await stop?.();
    stop = undefined;
  });
  afterAll(() => harness?.close());
  const start = async (database: 'faulty' | 'calm') => {
    if (harness.fault) harness.fault.calm = true;
    tenant = await harness.addTenant(`customers-${tenants++}`);
    if (harness.fault) harness.fault.calm = database === 'calm';
  };
  const as = () => tenant.profiles.super_admin;
  const call = (row: Endpoint, options: Omit<CallOptions, 'as'>) => harness.call(row, { as: as(), ...options });
  const found = () => harness.recount();

  it('R-05 agree with themselves after parallel merges, undos, deletions and changes', async () => {
    await start('faulty');
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        createCustomer(harness, tenant, { phone: `90455501${10 + (n % 4)}`, email: null }),
      ),
    );
    for (const id of ids.slice(0, 6)) await linkCases(harness, tenant, id, 2, { status: 'completed', paid: 700 });
    const random = randomOf(7);
    const any = (): string => ids[Math.floor(random() * ids.length)] ?? '';
    stop = harness.keepProjecting();
    const statuses = await Promise.all(
      Array.from({ length: parallel }, async (_, n) => {
        const id = any();
        const kind = random();
        if (kind < 0.45) {
          const merged = await call(merge, { params: { id }, body: { duplicate_id: any() } });
          if (merged.status !== 200 || random() < 0.5) return merged.status;
          const body = { merge_id: merged.body.merge_id };
          return (await call(undoMerge, { params: { id: String((merged.body.customer as { id: string }).id) }, body }))
            .status;
        }
        if (kind < 0.6) return (await call(remove, { params: { id } })).status;
        if (kind < 0.7) return (await call(bulkDelete, { body: { customer_ids: [id, any(), any()] } })).status;
        return (
          await call(update, {
            params: { id },
            body: { city: `Town ${'abcdefgh'[n % 8]}`, phone: `90455501${20 + (n % 3)}` },
          })
        ).status;
      }),
    );
    for (const status of statuses) expect([200, 400, 404, 409, 410, 503]).toContain(status);
    expect(await found()).toEqual([]);
    await harness.projected();
    const { body } = succeeded(await call(list, {}));
    expect(body.results).toHaveLength(Number(body.count));
  });

  it.runIf(long)('R-05 agree with themselves after 2,000 random operations', async () => {
    const operations = 2000;
    await start('calm');
    const random = randomOf(11);
    const live = new Set<string>();
    const pick = (): string => [...live][Math.floor(random() * live.size)] ?? '';
    const words = ['Ann', 'Anna', 'Annette', 'Bo', 'José', "O'Neill", 'Thomas', 'Thomas Thomas', 'Nguyễn', 'Mc Donald'];
    const word = (): string => words[Math.floor(random() * words.length)] ?? '';
    const phone = (): string | null => (random() < 0.2 ? null : `9045550${100 + Math.floor(random() * 40)}`);
    const merges: { survivor: string; id: string; duplicate: string }[] = [];
    const step = async (): Promise<void> => {
      const kind = random();
      if (live.size < 20 || kind < 0.25) {
        const email = random() < 0.5 ? null : `${'abcdef'[Math.floor(random() * 6)]}@example.com`;
        live.add(
          await createCustomer(harness, tenant, { first_name: word(), last_name: word(), phone: phone(), email }),
        );
      } else if (kind < 0.6) {
        const body =
          random() < 0.5 ? { last_name: word(), phone: phone() } : { zip_code: `3208${Math.floor(random() * 9)}` };
        succeeded(await call(update, { params: { id: pick() }, body }));
      } else if (kind < 0.68) {
        const status = random() < 0.5 ? 'completed' : 'draft';
        await linkCases(harness, tenant, pick(), 1, {
          status,
          service: '2030-05-04',
          paid: Math.floor(random() * 9_000_00),
        });
      } else if (kind < 0.8) {
        const [survivor, duplicate] = [pick(), pick()];
        const done = await call(merge, { params: { id: survivor }, body: { duplicate_id: duplicate } });
        expect(done.status).toBe(survivor === duplicate ? 400 : 200);
        if (done.status !== 200) return;
        live.delete(duplicate);
        merges.push({ survivor, duplicate, id: String(done.body.merge_id) });
      } else if (kind < 0.87 && merges.length) {
        const last = merges.splice(Math.floor(random() * merges.length), 1)[0];
        if (!last || !live.has(last.survivor)) return;
        succeeded(await call(undoMerge, { params: { id: last.survivor }, body: { merge_id: last.id } }));
        live.add(last.duplicate);
      } else if (kind < 0.94) {
        const id = pick();
        const done = await call(remove, { params: { id } });
        expect([200, 409]).toContain(done.status);
        if (done.status === 200) live.delete(id);
      } else {
        const some = [pick(), pick(), pick()];
        const done = await call(bulkDelete, { body: { customer_ids: some } });
        expect([200, 409]).toContain(done.status);
        if (done.status === 200) for (const id of some) live.delete(id);
      }
    };
    for (let n = 1; n <= operations; n++) {
      await harness.projected();
      await step();
      if (n % (operations / 2) === 0) expect(await found()).toEqual([]);
    }
    await harness.projected();
    expect(succeeded(await call(list, {})).body.count).toBe(live.size);
  });

  it.runIf(long)(`R-13 loses no change in ${interleavings} random interleavings of two editors`, async () => {
    await start('calm');
    const random = randomOf(3);
    const id = await createCustomer(harness, tenant);
    const town = (n: number): string => `Town ${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
    const read = async () =>
      succeeded(await call(get, { params: { id } })).body as { version: number } & Record<string, unknown>;
    let current = await read();
    let lost = 0;
    let refused = 0;
    for (let n = 0; n < interleavings; n++) {
      // Each reads, then both write, in either order or at once; a rejected one has the other's change.
      const seen = [current.version, random() < 0.5 ? current.version : current.version - 1];
      const bodies = [
        { version: seen[0], city: town(n) },
        { version: Math.max(1, seen[1] ?? 1), county: town(n) },
      ];
      if (random() < 0.5) bodies.reverse();
      const send = (body: object) => call(update, { params: { id }, body });
      const answers =
        random() < 0.5
          ? await Promise.all(bodies.map(send))
          : [await send(bodies[0] ?? {}), await send(bodies[1] ?? {})];
      const next = await read();
      const accepted = answers.filter(({ status }) => status === 200).length;
      refused += 2 - accepted;
      if (next.version !== current.version + accepted) lost++;
      for (const [at, { status, body }] of answers.entries()) {
        const [field, value] = Object.entries(bodies[at] ?? {})[1] ?? ['', ''];
        if (status === 200 && next[field] !== value) lost++;
        if (status === 409)
          expect((body.current as { version: number }).version).toBeGreaterThan(Number(bodies[at]?.version));
      }
      current = next;
    }
    expect(lost).toBe(0);
    expect(refused).toBeGreaterThan(interleavings / 2);
    expect(await found()).toEqual([]);
  });

  it.runIf(long)('R-12 creates one customer for many posts under one key', async () => {
    await start('faulty');
    const body = {
      first_name: 'Ines',
      last_name: 'Prado',
      address: '1 Bay Street',
      city: 'Palatka',
      state: 'FL',
      zip_code: '32177',
    };
    const headers = { 'idempotency-key': 'one-form' };
    const post = async () => {
      for (;;) {
        const { status, text } = await call(create, { body, headers });
        // A form retries like this.
        if (status < 500) return `${status} ${text}`;
      }
    };
    const answers = await Promise.all(Array.from({ length: 50 }, post));
    expect([...new Set(answers)]).toEqual([expect.stringMatching(/^201 /)]);
    await harness.projected();
    expect(succeeded(await call(list, {})).body.count).toBe(1);
    expect((await call(create, { body: { ...body, city: 'Elkton' }, headers })).status).toBe(409);
    expect(await found()).toEqual([]);
  });

  /** Ends a call at its nth commit, before it or just after it, as a killed process would. */
  const killAt = (nth: number, after: boolean): void => {
    const transact = harness.table.transact.bind(harness.table);
    let commits = 0;
    vi.spyOn(harness.table, 'transact').mockImplementation(async (writes) => {
      commits++;
      if (commits > nth || (commits === nth && !after)) throw new Error('killed');
      await transact(writes);
      if (commits === nth) throw new Error('killed');
    });
  };
  const underWay = /a merge was left under way|: done, but/;

  it('R-22 finishes a merge, undo or bulk deletion that was killed, in the next call', async () => {
    await start('calm');
    stop = harness.keepProjecting();
    const outcomes: string[] = [];
    for (const [nth, after] of killedAt) {
      const last_name = `Killed ${'abcdefgh'[nth]}${after ? 'x' : 'y'}`;
      const survivor = await createCustomer(harness, tenant, { last_name, phone: null, email: null });
      const duplicate = await createCustomer(harness, tenant, { last_name, phone: null, email: null });
      await linkCases(harness, tenant, duplicate, 24, { status: 'completed', paid: 100 });
      const mergeCall = { params: { id: survivor }, body: { duplicate_id: duplicate } };
      killAt(nth, after);
      outcomes.push(`merge ${(await call(merge, mergeCall)).status}`);
      vi.restoreAllMocks();
      expect((await found()).filter((line) => !underWay.test(line))).toEqual([]);
      const { merge_id } = succeeded(await call(merge, mergeCall)).body;
      expect(await readCustomer(harness, tenant, survivor)).toMatchObject({ deposit_total: '24.00' });
      expect(await found()).toEqual([]);

      const undoCall = { params: { id: survivor }, body: { merge_id } };
      killAt(nth, after);
      outcomes.push(`undo ${(await call(undoMerge, undoCall)).status}`);
      vi.restoreAllMocks();
      expect((await found()).filter((line) => !underWay.test(line))).toEqual([]);
      // Another user's call finishes it first.
      const other = await call(bulkDelete, { body: { customer_ids: [duplicate] } });
      expect(other.status, other.text).toBe(nth === 1 && !after ? 404 : 200);
      if (other.status === 404) succeeded(await call(undoMerge, undoCall));
      expect((await call(get, { params: { id: survivor } })).status).toBe(200);
      expect(await found()).toEqual([]);

      const answers = await Promise.all(
        Array.from({ length: 20 }, () => createCustomer(harness, tenant, { last_name, phone: null, email: null })),
      );
      await linkCases(harness, tenant, answers[0] ?? '', 30, { status: 'cancelled' });
      killAt(nth, after);
      outcomes.push(`delete ${(await call(bulkDelete, { body: { customer_ids: answers } })).status}`);
      vi.restoreAllMocks();
      expect(await found()).toEqual([]);
      const reads = await Promise.all(answers.map((id) => call(get, { params: { id } })));
      const left = reads.filter(({ status }) => status === 200).length;
      const { status, body } = await call(bulkDelete, { body: { customer_ids: answers } });
      expect([status, body.deleted_count]).toEqual(left ? [200, left] : [404, undefined]);
      expect((await call(bulkDelete, { body: { customer_ids: answers } })).status).toBe(404);
      expect(await found()).toEqual([]);
    }
    expect(outcomes.filter((outcome) => outcome.endsWith('500')).length).toBeGreaterThan(killedAt.length);
  });

  it('R-22 keeps and names a customer who joins a case while others are deleted', async () => {
    await start('calm');
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => createCustomer(harness, tenant, { phone: null, email: null })),
    );
    const transact = harness.table.transact.bind(harness.table);
    let first = true;
    vi.spyOn(harness.table, 'transact').mockImplementation(async (writes) => {
      const opens = first;
      first = false;
      if (opens) {
        vi.restoreAllMocks();
        await linkCases(harness, tenant, ids[7] ?? '', 1);
      }
      await transact(writes);
    });
    const { status, body } = await call(bulkDelete, { body: { customer_ids: ids } });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      deleted_count: 7,
      customers_with_cases: [{ name: 'Karin Lindqvist', active_cases: 1 }],
    });
    expect(await found()).toEqual([]);
  });
});
