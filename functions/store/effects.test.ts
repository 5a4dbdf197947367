import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { type Effect, EffectPending, effectDone, once } from './effects.ts';
import { type Key, Table } from './table.ts';

const leaseSeconds = 30;
const began = new Date('2026-03-01T10:00:00.000Z');
const at = (seconds: number): Date => new Date(began.getTime() + seconds * 1000);
const newEffect = (): Effect => ({ organizationId: randomUUID(), eventId: randomUUID(), name: 'mail' });

describe('an effect that must happen once', { timeout: 20_000 }, () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ chaos: { seed: 'effects', rates: { conflict: 0.1, throttle: 0.05 } } });
  });
  afterAll(() => harness.close());

  const attempt = (effect: Effect, seconds: number, act: () => Promise<void>) =>
    once(harness.table, effect, { now: at(seconds), leaseSeconds }, act);
  const counter = () => {
    const counted = { acts: 0, act: async () => void counted.acts++ };
    return counted;
  };
  const dies = async () => {
    throw new Error('the worker died');
  };

  it('R-20 happens once when its message comes three times, one after the other', async () => {
    const effect = newEffect();
    const counted = counter();
    for (const seconds of [0, 1, 90]) await attempt(effect, seconds, counted.act);
    expect(counted.acts).toBe(1);
  });

  it('R-20 happens once when fifty workers have its message at the same time', async () => {
    const effect = newEffect();
    const counted = counter();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => attempt(effect, 0, counted.act)));
    expect(counted.acts).toBe(1);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of refused) expect(reason).toBeInstanceOf(EffectPending);
    await attempt(effect, 1, counted.act);
    expect(counted.acts).toBe(1);
  });

  it('is left alone while the lease of a worker that died runs', async () => {
    const effect = newEffect();
    const counted = counter();
    await expect(attempt(effect, 0, dies)).rejects.toThrow('the worker died');
    await expect(attempt(effect, leaseSeconds - 1, counted.act)).rejects.toBeInstanceOf(EffectPending);
    expect(counted.acts).toBe(0);
  });

  it("does not happen again when the partner's word marks it after the worker died", async () => {
    const effect = newEffect();
    const counted = counter();
    const actsAndDies = async () => {
      await counted.act();
      await dies();
    };
    await expect(attempt(effect, 0, actsAndDies)).rejects.toThrow('the worker died');
    await effectDone(harness.table, effect, at(1));
    for (const seconds of [2, leaseSeconds + 1, 10 * leaseSeconds]) await attempt(effect, seconds, counted.act);
    expect(counted.acts).toBe(1);
  });

  it('is doubted for one lease more, so that the word of the partner may still arrive', async () => {
    const effect = newEffect();
    const counted = counter();
    await expect(attempt(effect, 0, dies)).rejects.toThrow('the worker died');
    // A queue that stood still for an hour holds both the message and the partner's word, in no order.
    await expect(attempt(effect, 3600, counted.act)).rejects.toBeInstanceOf(EffectPending);
    await effectDone(harness.table, effect, at(3601));
    await attempt(effect, 3600 + leaseSeconds + 1, counted.act);
    expect(counted.acts).toBe(0);
  });

  it('happens again when nobody ever vouched for it', async () => {
    const effect = newEffect();
    const counted = counter();
    await expect(attempt(effect, 0, dies)).rejects.toThrow('the worker died');
    await expect(attempt(effect, leaseSeconds + 1, counted.act)).rejects.toBeInstanceOf(EffectPending);
    await expect(attempt(effect, leaseSeconds + 2, counted.act)).rejects.toBeInstanceOf(EffectPending);
    await attempt(effect, 2 * leaseSeconds + 2, counted.act);
    expect(counted.acts).toBe(1);
  });

  it("happens once when twenty workers doubt, take over and meet the partner's word at the same time", async () => {
    const effect = newEffect();
    const counted = counter();
    await expect(attempt(effect, 0, dies)).rejects.toThrow('the worker died');
    await expect(attempt(effect, 31, counted.act)).rejects.toBeInstanceOf(EffectPending);
    const racers = Array.from({ length: 20 }, (_, n) =>
      n === 10 ? effectDone(harness.table, effect, at(62)) : attempt(effect, 62, counted.act),
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
    await expect(attempt(effect, 31, counted.act)).rejects.toBeInstanceOf(EffectPending);
    class MarkedAfterEachRead extends Table {
      override async get(key: Key) {
        const item = await super.get(key);
        await effectDone(harness.table, effect, at(62));
        return item;
      }
    }
    const table = new MarkedAfterEachRead(harness.client, harness.tableName);
    await once(table, effect, { now: at(63), leaseSeconds }, counted.act);
    expect(counted.acts).toBe(0);
  });

  it('is tried again at once after the partner has refused it', async () => {
    const effect = newEffect();
    const counted = counter();
    const refused = Object.assign(new Error('Too many'), { $metadata: { httpStatusCode: 429 } });
    await expect(attempt(effect, 0, () => Promise.reject(refused))).rejects.toBe(refused);
    await attempt(effect, 1, counted.act);
    expect(counted.acts).toBe(1);
  });

  it('is not tried again at once after an answer that leaves open whether it happened', async () => {
    const effect = newEffect();
    const counted = counter();
    const failed = Object.assign(new Error('Internal'), { $metadata: { httpStatusCode: 500 } });
    await expect(attempt(effect, 0, () => Promise.reject(failed))).rejects.toBe(failed);
    await expect(attempt(effect, 1, counted.act)).rejects.toBeInstanceOf(EffectPending);
    expect(counted.acts).toBe(0);
  });
});
