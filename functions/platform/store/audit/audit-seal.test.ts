import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type Item, type Key, Table } from '#functions/platform/store/table.ts';
import { auditSignerInMemory } from '#tests/support/engines/key-wrapper.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { auditWrite } from './audit-log.ts';
import { auditBatches, batchDigest, batchHead } from './audit-proof.ts';
import { sealOrganization } from './audit-seal.ts';
import { type VerifyLimits, verifyOrganization } from './audit-verify.ts';

const actor = { id: null, name: 'System', role: null } as const;
const minutes = 60_000;
const never = () => false;

const harness = await openHarness();

describe('S-12 sealing and verification of the audit log', { timeout: 60_000 }, () => {
  const trailOf = (organization = randomUUID()) => {
    const keys = keysOf(organization);
    const signer = auditSignerInMemory();
    const began = Date.now();
    const at = (ms: number) => new Date(began + ms);
    const record = async (count: number, { ms = 0, records = 3 } = {}): Promise<Key[]> => {
      const ids = Array.from({ length: records }, () => randomUUID());
      const trace = { actor, ip: null, requestId: 'request', now: at(ms) };
      const items = Array.from({ length: count }, (_, n) => {
        const [id = '', changes] = [ids[n % records], [{ field: 'n', from: null, to: n }]];
        const write = auditWrite(keys, trace, 'case.updated', id, changes);
        if (!('put' in write)) return expect.unreachable('an entry is put');
        return { ...write.put, gsi1sk: `${at(ms + n).toISOString()}#${write.put.id}` };
      });
      for (let first = 0; first < items.length; first += 100)
        await harness.calmTable.transact(items.slice(first, first + 100).map((put) => ({ put })));
      return items.map(({ pk, sk }) => ({ pk, sk }));
    };
    const seal = (ms = 10 * minutes, table = harness.table) =>
      sealOrganization(table, organization, { now: at(ms), isLate: never, signer });
    const verify = (limits: Partial<VerifyLimits> = {}, ms = 20 * minutes) =>
      verifyOrganization(harness.table, organization, { now: at(ms), isLate: never, proof: signer, ...limits });
    const problems = async (limits?: Partial<VerifyLimits>) =>
      (await verify(limits)).findings.map(({ problem, sk }) => [problem, sk]);
    const batch = async (sequence: number) => {
      const item = await harness.table.get(keys.auditBatch(sequence));
      return item ?? expect.unreachable(`batch ${sequence} is there`);
    };
    return { organization, keys, signer, at, record, seal, verify, problems, batch };
  };
  const change = (key: Key) => harness.table.update({ update: key, set: { actor_name: 'Somebody Else' } });
  const remove = (key: Key) => harness.table.transact([{ delete: key }]);
  const put = (item: Item) => harness.table.transact([{ put: item }]);
  const some = <T>(values: readonly T[], at: number): T => values[at] ?? expect.unreachable('it is there');

  it('seals 100 entries per batch, in order of recording, each once', async () => {
    const { organization, record, seal, problems } = trailOf();
    const entries = await record(250, { records: 7 });
    expect(await seal()).toEqual({ sealed: 250, behind: false });
    expect(await seal()).toEqual({ sealed: 0, behind: false });
    const batches = await auditBatches(harness.table, organization, 1, 10);
    expect(batches.map((one) => one.entries.length)).toEqual([100, 100, 50]);
    expect(batches.flatMap((one) => one.entries.map(({ sk }) => sk))).toEqual(entries.map(({ sk }) => sk));
    expect(await problems()).toEqual([]);
    // The same when they are old.
    expect(await problems()).toEqual([]);
  });

  it("waits a minute before sealing, and never touches another organization's entries", async () => {
    const [one, other] = [trailOf(), trailOf()];
    await one.record(3);
    await other.record(2);
    expect(await one.seal(30_000)).toEqual({ sealed: 0, behind: false });
    expect(await one.seal(61_000)).toEqual({ sealed: 3, behind: false });
    expect(await other.seal(61_000)).toEqual({ sealed: 2, behind: false });
  });

  it('seals an entry that reached the index late, once', async () => {
    const { record, seal, problems } = trailOf();
    await record(3, { ms: 0 });
    await record(3, { ms: 3 * minutes });
    await seal(5 * minutes);
    await record(2, { ms: minutes });
    expect(await seal(6 * minutes)).toEqual({ sealed: 2, behind: false });
    await record(1, { ms: 4 * minutes });
    expect(await seal(7 * minutes)).toEqual({ sealed: 1, behind: false });
    expect(await problems()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('builds one chain with four concurrent sealers, one of which dies', async () => {
    const { organization, record, seal, problems } = trailOf();
    await record(450, { records: 20 });
    let left = 2;
    class DiesAtTheThird extends Table {
      override async transact(writes: Parameters<Table['transact']>[0]) {
        if (left-- === 0) throw new Error('killed');
        return super.transact(writes);
      }
    }
    const mortal = new DiesAtTheThird(harness.client, harness.tableName);
    await Promise.allSettled([seal(), seal(), seal(), seal(undefined, mortal)]);
    await seal();
    const batches = await auditBatches(harness.table, organization, 1, 100);
    expect(batches.flatMap(({ entries }) => entries)).toHaveLength(450);
    expect(await problems()).toEqual([]);
  });

  it('resumes where its time ran out', async () => {
    const { organization, record, at, problems, signer } = trailOf();
    await record(300);
    let calls = 0;
    const once = { now: at(10 * minutes), isLate: () => calls++ > 0, signer };
    expect(await sealOrganization(harness.table, organization, once)).toEqual({ sealed: 100, behind: true });
    const all = { now: at(10 * minutes), isLate: never, signer };
    expect(await sealOrganization(harness.table, organization, all)).toEqual({ sealed: 200, behind: false });
    expect(await problems()).toEqual([]);
  });

  it.each(['as new', 'as old'] as const)('reports tampered entries: %s', async (when) => {
    const { keys, at, record, seal, problems } = trailOf();
    const entries = await record(150, { records: 5 });
    await seal();
    if (when === 'as old') expect(await problems()).toEqual([]);
    const [changed, removed] = [some(entries, 7), some(entries, 120)];
    await change(changed);
    await remove(removed);
    // A writer of entries inserts one between others.
    const forged = auditWrite(keys, { actor, ip: null, requestId: 'x', now: at(0) }, 'case.created', 'forged');
    if (!('put' in forged)) return expect.unreachable();
    await put({ ...forged.put, gsi1sk: `${at(30).toISOString()}#${forged.put.id}` });
    expect((await problems()).sort()).toEqual([
      ['entry-changed', changed.sk],
      ['entry-missing', removed.sk],
      ['entry-unsealed', forged.put.sk],
    ]);
  });

  it('reports an entry that bypasses the timeline', async () => {
    const { at, record, seal, problems } = trailOf();
    const [first] = await record(20, { records: 1 });
    await seal();
    expect(await problems()).toEqual([]);
    const sk = `${at(5).toISOString()}#${randomUUID()}`;
    await put({ pk: first?.pk ?? '', sk, id: 'x', action: 'case.created', at: at(5).toISOString() });
    expect(await problems()).toEqual([['entry-unsealed', sk]]);
  });

  it('reports entries unsealed for 15 minutes, but no newer ones', async () => {
    const { record, problems } = trailOf();
    const [old] = await record(1, { ms: 0 });
    await record(1, { ms: 10 * minutes });
    expect(await problems()).toEqual([['entry-unsealed', old?.sk]]);
  });

  it('reports an entry removed before sealing that is still in its index', async () => {
    const { organization, record, seal, problems } = trailOf();
    const entries = await record(3);
    class HasLost extends Table {
      override getAll(keys: readonly Key[]) {
        return super.getAll(keys.slice(1));
      }
    }
    await seal(undefined, new HasLost(harness.client, harness.tableName));
    expect((await auditBatches(harness.table, organization, 1, 1))[0]?.entries).toHaveLength(3);
    await remove(some(entries, 0));
    expect(await problems()).toEqual([['entry-missing', entries[0]?.sk]]);
  });

  describe('verifyOrganization with tampered batches', () => {
    const sealedTrail = async (when: 'as new' | 'as old' = 'as new') => {
      const trail = trailOf();
      await trail.record(310, { records: 10 });
      await trail.seal();
      if (when === 'as old') expect(await trail.problems()).toEqual([]);
      return trail;
    };
    const names = async (trail: Awaited<ReturnType<typeof sealedTrail>>) =>
      new Set((await trail.problems()).map(([problem]) => problem));

    it.each(['as new', 'as old'] as const)('reports one removed, %s', async (when) => {
      const trail = await sealedTrail(when);
      await remove(trail.keys.auditBatch(3));
      expect(await trail.problems()).toEqual([['batch-missing', trail.keys.auditBatch(3).sk]]);
    });

    it('reports the last one removed with the head reset', async () => {
      const trail = await sealedTrail();
      const { digest, through } = await trail.batch(3);
      await remove(trail.keys.auditBatch(4));
      await put({ ...trail.keys.auditHead(), sequence: 3, digest, through });
      expect(await names(trail)).toEqual(new Set(['chain-cut', 'entry-unsealed']));
    });

    it.each(['as new', 'as old'] as const)('reports an entry changed with a matching batch, %s', async (when) => {
      const trail = await sealedTrail(when);
      const [batch] = await auditBatches(harness.table, trail.organization, 2, 2);
      if (!batch) return expect.unreachable();
      const entries = batch.entries.slice(1);
      const digest = batchDigest({ ...batch, entries });
      await put({ ...(await trail.batch(2)), entries, digest });
      const [first] = batch.entries;
      expect(await trail.problems()).toEqual(
        expect.arrayContaining([
          ['batch-out-of-order', trail.keys.auditBatch(3).sk],
          ['entry-unsealed', first?.sk],
        ]),
      );
    });

    it.each(['as new', 'as old'] as const)('reports the whole chain rebuilt, %s', async (when) => {
      const trail = await sealedTrail(when);
      const batches = await auditBatches(harness.table, trail.organization, 1, 4);
      let previous = '';
      for (const batch of batches) {
        const next = { ...batch, previous, entries: batch.entries.slice(1) };
        previous = batchDigest(next);
        await put({ ...trail.keys.auditBatch(batch.sequence), ...next, digest: previous });
      }
      const { through } = await batchHead(harness.table, trail.organization);
      await put({ ...trail.keys.auditHead(), sequence: 4, digest: previous, through });
      const found = await names(trail);
      // A verified chain's digest is stored; otherwise the omitted entries reveal the change.
      expect(found).toContain(when === 'as old' ? 'batch-changed' : 'entry-unsealed');
    });
  });

  it('reports a broken batch on every run until it is fixed', async () => {
    const { record, seal, verify } = trailOf();
    const entries = await record(400);
    await seal();
    await verify();
    const key = some(entries, 0);
    const entry = await harness.table.get(key);
    await remove(key);
    const found = async () => (await verify({ sampled: 2 })).findings.map(({ problem }) => problem);
    expect(await found()).toEqual(['entry-missing']);
    for (let run = 0; run < 2; run++) expect(new Set(await found())).toEqual(new Set(['entry-missing']));
    await put(entry ?? expect.unreachable('it was there'));
    expect(await found()).toEqual([]);
    expect(await found()).toEqual([]);
  });

  it('verifies in limited steps, resumes, and covers everything', async () => {
    const { record, seal, verify, problems } = trailOf();
    const entries = await record(1200, { records: 5 });
    await seal();
    let calls = 0;
    const cut = await verify({ isLate: () => calls++ > 0 });
    expect(cut).toMatchObject({ finished: false, batches: 10 });
    expect(await verify({ maxNew: 1, sampled: 0 })).toMatchObject({ finished: false, batches: 1 });
    expect(await verify({ sampled: 0 })).toMatchObject({ finished: true, batches: 1 });
    const wrong = some(entries, 730);
    await change(wrong);
    const found: unknown[] = [];
    for (let run = 0; run < 4; run++) {
      const { findings, batches } = await verify({ sampled: 3 });
      // Earlier findings are checked again.
      expect(batches).toBeLessThanOrEqual(4);
      found.push(...findings.map(({ sk }) => sk));
    }
    expect(new Set(found)).toEqual(new Set([wrong.sk]));
    expect(await problems({ sampled: 12 })).toContainEqual(['entry-changed', wrong.sk]);
  });

  it('needs constant calls per batch, so 50,000 logs finish at 6 ms per call', async () => {
    let calls = 0;
    const count = (next: (given: never) => Promise<never>) => (given: never) => {
      calls++;
      return next(given);
    };
    harness.client.middlewareStack.add(count as never, { step: 'initialize', name: 'calls' });
    const callsOf = async (trails: number) => {
      const { record, seal, verify } = trailOf();
      // One entry per log, so that nothing is shared.
      await record(trails, { records: trails });
      await seal();
      const run = async (limits: Partial<VerifyLimits>): Promise<number> => {
        calls = 0;
        const found = await verify(limits);
        expect(found).toMatchObject({ findings: [], finished: true });
        return calls;
      };
      return { fresh: await run({}), sampled: await run({ sampled: 3 }) };
    };
    const [few, many] = [await callsOf(300), await callsOf(600)];
    harness.client.middlewareStack.remove('calls');
    expect(few.sampled).toBeGreaterThan(3);
    expect(many.sampled).toBe(few.sampled);
    // A run verifies at most 500 new and 20 old batches; the function has 300 seconds and plans 240.
    const longest = 500 * (many.fresh / 6) + 20 * (many.sampled / 3);
    expect((longest * 6) / 1000).toBeLessThan(240);
  });
});
