import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import type { Item, Key } from '#functions/platform/store/table.ts';
import { auditSignerInMemory } from '#tests/support/engines/key-wrapper.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { auditWrite } from './audit-log.ts';
import { auditBatches, batchDigest, entryHash, signedPayload } from './audit-proof.ts';
import { ChainBrokenError, sealOrganization } from './audit-seal.ts';
import { verifyTrail } from './audit-trail-proof.ts';
import { verifyOrganization } from './audit-verify.ts';

const actor = { id: null, name: 'System', role: null } as const;
const minutes = 60_000;

const harness = await openHarness();

/** Attacks by a writer who can change the whole table but has no signing key. */
describe('S-12 F11 audit log against tampering in the table', { timeout: 60_000 }, () => {
  const remove = async (keys: readonly Key[]) => {
    for (let at = 0; at < keys.length; at += 100)
      await harness.table.transact(keys.slice(at, at + 100).map(({ pk, sk }) => ({ delete: { pk, sk } })));
  };
  const put = (...items: Item[]) => harness.table.transact(items.map((item) => ({ put: item })));
  const change = (key: Key) => harness.table.update({ update: key, set: { actor_name: 'Somebody Else' } });

  /** An organization with two records, sealed twice, 30 minutes apart. */
  const sealedTwice = async () => {
    const organization = randomUUID();
    const keys = keysOf(organization);
    const signer = auditSignerInMemory();
    const [one, other] = [randomUUID(), randomUUID()];
    const began = Date.now();
    const at = (ms: number) => new Date(began + ms);
    const record = async (id: string, count: number, ms: number) => {
      const trace = { actor, ip: null, requestId: 'request', now: at(ms) };
      const writes = Array.from({ length: count }, (_, n) => {
        const write = auditWrite(keys, trace, n ? 'case.updated' : 'case.created', id);
        if ('put' in write) write.put.gsi1sk = `${at(ms + n).toISOString()}#${write.put.id}`;
        return write;
      });
      await harness.table.transact(writes);
    };
    const seal = (ms: number) =>
      sealOrganization(harness.table, organization, { now: at(ms), isLate: () => false, signer });
    const verify = async (ms = 60 * minutes) => {
      const how = { now: at(ms), isLate: () => false, proof: signer };
      return (await verifyOrganization(harness.table, organization, how)).findings.map(({ problem }) => problem);
    };
    const prove = (id: string, ms = 60 * minutes) =>
      verifyTrail(harness.table, organization, { kind: 'CASE', id }, { proof: signer, now: at(ms) });
    const problemsOf = async (id: string) => (await prove(id)).findings.map(({ problem }) => problem);
    const trail = (id: string) => harness.table.query({ pk: keys.audit('CASE', id) });
    await record(one, 4, 0);
    await record(other, 3, 10);
    await seal(10 * minutes);
    await record(one, 2, 30 * minutes);
    await record(other, 1, 30 * minutes + 10);
    await seal(40 * minutes);
    return { organization, keys, signer, one, other, at, record, seal, verify, prove, problemsOf, trail };
  };

  it('verifies each log across its batches and counts entries too new to be sealed', async () => {
    const { one, other, record, verify, prove, at } = await sealedTwice();
    await record(one, 1, 59 * minutes);
    const through = at(30 * minutes + 1).toISOString();
    expect(await prove(one)).toEqual({ entries: 7, sealed: 6, waiting: 1, through, findings: [] });
    expect(await prove(other)).toMatchObject({ entries: 4, sealed: 4, waiting: 0, findings: [] });
    expect(await verify()).toEqual([]);
  });

  it('finds changed, removed and inserted entries, in the affected log only', async () => {
    const { keys, one, other, problemsOf, trail, at } = await sealedTwice();
    const [first, second] = await trail(one);
    if (!first || !second) return expect.unreachable();
    await change(first);
    await remove([second]);
    const forged = auditWrite(keys, { actor, ip: null, requestId: 'x', now: at(5) }, 'case.updated', one);
    if (!('put' in forged)) return expect.unreachable();
    await put({ ...forged.put, gsi1sk: `${at(5).toISOString()}#${forged.put.id}` });
    expect((await problemsOf(one)).sort()).toEqual(['entry-changed', 'entry-missing', 'entry-unsealed']);
    expect(await problemsOf(other)).toEqual([]);
  });

  it('finds a deleted log, including its batches', async () => {
    const { keys, one, problemsOf, trail, verify } = await sealedTwice();
    await remove([...(await trail(one)), keys.auditTrail(`CASE#${one}`)]);
    expect(await problemsOf(one)).toEqual(['trail-missing']);
    expect(new Set(await verify())).toEqual(new Set(['entry-missing', 'trail-cut']));
  });

  it('finds a log that was never sealed because the timeline omits it', async () => {
    const { keys, problemsOf } = await sealedTwice();
    const unknown = randomUUID();
    expect(await problemsOf(unknown)).toEqual(['trail-missing']);
    await put({ pk: keys.audit('CASE', unknown), sk: '2026-01-01T00:00:00.000Z#x', id: 'x', action: 'case.created' });
    expect(await problemsOf(unknown)).toEqual(['entry-unsealed']);
  });

  it('finds a log whose newest entries were cut off', async () => {
    const { organization, keys, one, problemsOf, trail, verify } = await sealedTwice();
    const [batch] = await auditBatches(harness.table, organization, 1, 1);
    if (!batch) return expect.unreachable();
    await remove((await trail(one)).slice(4));
    await put({ ...keys.auditTrail(`CASE#${one}`), trail: `CASE#${one}`, sequence: 1, digest: batch.digest });
    // The full verification finds the batch that holds them.
    expect(new Set(await verify())).toEqual(new Set(['entry-missing', 'trail-cut']));
    await put({ ...keys.auditTrail(`CASE#${one}`), trail: `CASE#${one}`, sequence: 2, digest: 'invented' });
    expect(await problemsOf(one)).toContain('trail-cut');
  });

  it('finds a consistently rebuilt chain, including head and verification record', async () => {
    const { organization, keys, one, problemsOf, trail, verify } = await sealedTwice();
    const [gone] = await trail(one);
    if (!gone) return expect.unreachable();
    await remove([gone]);
    let previous = '';
    const names: Record<string, { sequence: number; digest: string }> = {};
    for (const batch of await auditBatches(harness.table, organization, 1, 2)) {
      const entries = batch.entries.filter(({ sk }) => sk !== gone.sk);
      const trails = Object.fromEntries(Object.keys(batch.trails).map((name) => [name, names[name]])) as typeof names;
      const next = { ...batch, previous, entries, trails };
      previous = batchDigest(next);
      const { sequence, through } = batch;
      for (const { trail: name } of entries) names[name] = { sequence, digest: previous };
      await put({ ...keys.auditBatch(sequence), ...next, digest: previous });
      await put({ ...keys.auditHead(), sequence, digest: previous, through });
    }
    for (const [name, batch] of Object.entries(names)) await put({ ...keys.auditTrail(name), trail: name, ...batch });
    await remove([keys.auditVerified()]);
    expect(new Set(await verify())).toEqual(new Set(['batch-forged', 'chain-cut']));
    expect(new Set(await problemsOf(one))).toEqual(new Set(['batch-forged', 'chain-cut']));
  });

  it('finds a chain reset to an earlier state', async () => {
    const { organization, keys, one, other, seal, record, problemsOf, trail, verify } = await sealedTwice();
    await verify();
    const [batch] = await auditBatches(harness.table, organization, 1, 1);
    if (!batch) return expect.unreachable();
    const { sequence, digest, through } = batch;
    const names = [`CASE#${one}`, `CASE#${other}`];
    await remove([...(await trail(one)).slice(4), ...(await trail(other)).slice(3), keys.auditBatch(2)]);
    await put(
      { ...keys.auditHead(), sequence, digest, through },
      {
        ...keys.auditVerified(),
        sequence,
        digest,
        through,
        sample: 1,
        round: 0,
        verified_at: new Date().toISOString(),
      },
      ...names.map((name) => ({ ...keys.auditTrail(name), trail: name, sequence, digest })),
    );
    expect(await verify()).toEqual(['chain-cut']);
    expect(await problemsOf(one)).toEqual(['chain-cut']);
    // The sealer refuses to continue, so the break stays visible.
    await record(one, 1, 45 * minutes);
    await expect(seal(55 * minutes)).rejects.toBeInstanceOf(ChainBrokenError);
    expect(await verify()).toContain('chain-cut');
  });

  it("rejects a signature of another organization's chain", async () => {
    const [own, theirs] = [await sealedTwice(), await sealedTwice()];
    const [last] = await auditBatches(harness.table, theirs.organization, 2, 2);
    if (!last) return expect.unreachable();
    await put({ ...own.keys.auditBatch(2), ...last }, { ...own.keys.auditHead(), ...last });
    expect(await own.verify()).toEqual(expect.arrayContaining(['batch-forged', 'chain-cut']));
  });
});

const entry = {
  ...{ pk: 'T#o#AUDIT#CASE#c', sk: 'E#1', id: 'e', at: '2026-07-01T12:00:00.000Z', action: 'case.updated' },
  changes: [{ field: 'fees', from: null, to: { '10': 'ten', '9': 'nine', Ü: ['ü', 1.5, true], a: {} } }],
};

describe('S-12 batchDigest and entryHash', () => {
  it('returns the same digest as earlier releases', () => {
    expect(entryHash({ ...entry, gsi1pk: 'T#o#TIMELINE', gsi1sk: 'moves' })).toBe(
      'IWQkS7IygfG_QPVnNMU9U2DdLQe39mfqZt7aSTJpHQU',
    );
    const before = { sequence: 1, digest: 'd' };
    const sealed = { trail: 'CASE#c', sk: 'E#1', position: 'p', hash: entryHash(entry) };
    const batch = { sequence: 2, previous: 'd', through: 't', entries: [sealed], trails: { 'CASE#c': before } };
    expect(batchDigest(batch)).toBe('i9dUUtOznC-h1ffmqDFctzaeemGzB0RN2GJA7ZJ229c');
    expect(signedPayload('o', before)).toBe('{"digest":"d","organization":"o","sequence":1}');
  });

  it('differs from other sorted JSON, where numeric keys come first', () => {
    const elsewhere = createHash('sha256').update(sortedJson(entry)).digest('base64url');
    expect(entryHash(entry)).not.toBe(elsewhere);
  });
});
