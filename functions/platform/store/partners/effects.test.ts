import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Key, Table } from '#functions/platform/store/table.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { OutcomeUnknownError, PermanentError, RetryableError } from './circuit.ts';
import {
  awaitAllEffects,
  effect as carryOut,
  type EffectId,
  EffectPendingError,
  idempotencyKey,
  markEffectDone,
} from './effects.ts';

const leaseSeconds = 30;
const began = new Date('2026-03-01T10:00:00.000Z');
const at = (seconds: number): Date => new Date(began.getTime() + seconds * 1000);
const newEffect = (): EffectId => ({ organizationId: randomUUID(), eventId: randomUUID(), name: 'mail' });

const calm = await openHarness();
const harness = await openHarness({ chaos: { seed: 'effects', rates: { conflict: 0.1, throttle: 0.05 } } });

describe('effect: vouched', { timeout: 20_000 }, () => {
  const attempt = (effect: EffectId, seconds: number, act: () => Promise<void>) =>
    carryOut(
      { table: harness.table, now: () => at(seconds), leaseSeconds },
      { kind: 'vouched', partner: 'ses', ...effect, act },
    );
  const counter = () => {
    const counted = { acts: 0, act: async () => void counted.acts++ };
    return counted;
  };
  const dies = async () => {
    throw new Error('the worker died');
  };

  it('R-20 happens once when many workers get its message at once', async () => {
    const effect = newEffect();
    const counted = counter();
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => attempt(effect, 0, counted.act)));
    expect(counted.acts).toBe(1);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of refused) expect(reason).toBeInstanceOf(EffectPendingError);
    await attempt(effect, 1, counted.act);
    expect(counted.acts).toBe(1);
  });

  it("runs once if the partner's webhook confirms it after a crash", async () => {
    const effect = newEffect();
    const counted = counter();
    const actsAndDies = async () => {
      await counted.act();
      await dies();
    };
    await expect(attempt(effect, 0, actsAndDies)).rejects.toThrow('the worker died');
    await markEffectDone(harness.table, effect, at(1));
    for (const seconds of [2, leaseSeconds + 1, 10 * leaseSeconds]) await attempt(effect, seconds, counted.act);
    expect(counted.acts).toBe(1);
  });

  it('runs again when no webhook confirms it', async () => {
    const effect = newEffect();
    const counted = counter();
    await expect(attempt(effect, 0, dies)).rejects.toThrow('the worker died');
    for (const seconds of [leaseSeconds - 1, leaseSeconds + 1, leaseSeconds + 2])
      await expect(attempt(effect, seconds, counted.act)).rejects.toBeInstanceOf(EffectPendingError);
    await attempt(effect, 2 * leaseSeconds + 2, counted.act);
    expect(counted.acts).toBe(1);
  });

  it('happens once when twenty workers take over and the webhook arrives together', async () => {
    const effect = newEffect();
    const counted = counter();
    await expect(attempt(effect, 0, dies)).rejects.toThrow('the worker died');
    await expect(attempt(effect, 31, counted.act)).rejects.toBeInstanceOf(EffectPendingError);
    const racers = Array.from({ length: 20 }, (_, n) =>
      n === 10 ? markEffectDone(harness.table, effect, at(62)) : attempt(effect, 62, counted.act),
    );
    await Promise.allSettled(racers);
    expect(counted.acts).toBeLessThanOrEqual(1);
    await attempt(effect, 1000, counted.act);
    expect(counted.acts).toBeLessThanOrEqual(1);
  });

  it('cannot be taken over by a worker that read it before it was marked', async () => {
    const effect = newEffect();
    const counted = counter();
    await expect(attempt(effect, 0, dies)).rejects.toThrow('the worker died');
    await expect(attempt(effect, 31, counted.act)).rejects.toBeInstanceOf(EffectPendingError);
    class MarkedAfterEachRead extends Table {
      override async get(key: Key) {
        const item = await super.get(key);
        await markEffectDone(harness.table, effect, at(62));
        return item;
      }
    }
    const table = new MarkedAfterEachRead(harness.client, harness.tableName);
    const vouched = { kind: 'vouched', partner: 'ses', ...effect, act: counted.act } as const;
    await carryOut({ table, now: () => at(63), leaseSeconds }, vouched);
    expect(counted.acts).toBe(0);
  });

  it('retries at once after the partner rejected it', async () => {
    const effect = newEffect();
    const counted = counter();
    const refused = new RetryableError('Too many');
    await expect(attempt(effect, 0, () => Promise.reject(refused))).rejects.toBe(refused);
    await attempt(effect, 1, counted.act);
    expect(counted.acts).toBe(1);
  });

  it('waits after an inconclusive response', async () => {
    const effect = newEffect();
    const counted = counter();
    const failed = new OutcomeUnknownError('Internal');
    await expect(attempt(effect, 0, () => Promise.reject(failed))).rejects.toBe(failed);
    await expect(attempt(effect, 1, counted.act)).rejects.toBeInstanceOf(EffectPendingError);
    expect(counted.acts).toBe(0);
  });
});

describe('effect: keyed and looked-up', { timeout: 20_000 }, () => {
  const dependencies = (seconds: number) => ({ table: calm.table, now: () => at(seconds), leaseSeconds });

  it('keyed: retries at once with the same key, and keeps the first result', async () => {
    const id = newEffect();
    const keys: string[] = [];
    const keyed = (answer: () => { external_id: string }) => ({
      kind: 'keyed' as const,
      partner: 'quickbooks',
      ...id,
      act: async (key: string) => {
        keys.push(key);
        return answer();
      },
    });
    const lost = () => {
      throw new OutcomeUnknownError('ETIMEDOUT');
    };
    await expect(carryOut(dependencies(0), keyed(lost))).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(
      await carryOut(
        dependencies(1),
        keyed(() => ({ external_id: '145' })),
      ),
    ).toEqual({ external_id: '145' });
    expect(
      await carryOut(
        dependencies(2),
        keyed(() => ({ external_id: 'again' })),
      ),
    ).toEqual({ external_id: '145' });
    expect(keys).toHaveLength(2);
    expect(new Set(keys)).toEqual(new Set([idempotencyKey(id)]));
    // QuickBooks allows 36 characters in a batch; Google allows 0-9 and a-v.
    expect(keys[0]).toMatch(/^[0-9a-v]{5,36}$/);
  });

  const partner = () => {
    const has: string[] = [];
    const state = { has, lookUps: 0, answer: async (): Promise<void> => {} };
    const wanted = (id: EffectId) => ({
      kind: 'looked-up' as const,
      partner: 'docuseal',
      ...id,
      lookUp: async () => {
        state.lookUps++;
        return has.includes(id.eventId) ? { result: id.eventId } : undefined;
      },
      act: async () => {
        has.push(id.eventId);
        await state.answer();
        return id.eventId;
      },
    });
    return { state, wanted };
  };

  it('looked-up: is not repeated when the partner has it and the response was lost', async () => {
    const [id, { state, wanted }] = [newEffect(), partner()];
    state.answer = () => Promise.reject(new OutcomeUnknownError('ECONNRESET'));
    await expect(carryOut(dependencies(0), wanted(id))).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(state.lookUps).toBe(0);
    expect(await carryOut(dependencies(1), wanted(id))).toBe(id.eventId);
    expect(state).toMatchObject({ has: [id.eventId], lookUps: 1 });
  });

  it('looked-up: runs when the partner does not have it, also after a crash', async () => {
    const [id, { state, wanted }] = [newEffect(), partner()];
    state.answer = async () => {
      state.has.pop();
      throw new Error('the worker died');
    };
    await expect(carryOut(dependencies(0), wanted(id))).rejects.toThrow('the worker died');
    state.answer = async () => {};
    expect(await carryOut(dependencies(leaseSeconds + 1), wanted(id))).toBe(id.eventId);
    expect(state).toMatchObject({ has: [id.eventId], lookUps: 1 });
  });

  it('looked-up: skips the lookup when the partner said it did nothing', async () => {
    const [id, { state, wanted }] = [newEffect(), partner()];
    state.answer = async () => {
      state.has.pop();
      throw new RetryableError('429');
    };
    await expect(carryOut(dependencies(0), wanted(id))).rejects.toBeInstanceOf(RetryableError);
    state.answer = async () => {};
    await carryOut(dependencies(1), wanted(id));
    expect(state).toMatchObject({ has: [id.eventId], lookUps: 0 });
  });

  it.each(['keyed', 'looked-up'] as const)('%s: runs one at a time during a lease', async (kind) => {
    const id = newEffect();
    let acts = 0;
    const { promise: goes, resolve: go } = Promise.withResolvers<void>();
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const act = async () => {
      acts++;
      begin();
      await goes;
    };
    const wanted = { kind, partner: 'any', ...id, act, lookUp: async () => undefined };
    const first = carryOut(dependencies(0), wanted);
    await began;
    await expect(carryOut(dependencies(1), wanted)).rejects.toMatchObject({ retryAfterSeconds: leaseSeconds - 1 });
    go();
    await first;
    expect(acts).toBe(1);
  });
});

describe('effects of one message', () => {
  it('fail with a retryable error, and permanently only if none is left', async () => {
    const [forGood, busy] = [new PermanentError('400'), new RetryableError('429')];
    const all = (...errors: Error[]) => awaitAllEffects([Promise.resolve(), ...errors.map((e) => Promise.reject(e))]);
    await expect(all(forGood, busy)).rejects.toBe(busy);
    await expect(all(forGood)).rejects.toBe(forGood);
    await expect(all()).resolves.toBeUndefined();
  });
});
