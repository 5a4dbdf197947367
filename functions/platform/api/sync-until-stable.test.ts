import { describe, expect, it } from 'vitest';
import { EffectPending } from '#functions/platform/store/partners/effects.ts';
import { syncUntilStable } from './sync-until-stable.ts';

/** Syncs the values read one after another, the last one forever; returns those synced. */
const broughtOf = async (read: number[]): Promise<number[]> => {
  const brought: number[] = [];
  await syncUntilStable({
    read: async () => (read.length > 1 ? read.shift() : read[0]) ?? 0,
    said: String,
    bring: async (wanted) => void brought.push(wanted),
  });
  return brought;
};

describe('syncUntilStable', () => {
  it('ends when the synced value is still the current one', async () => {
    expect(await broughtOf([100])).toEqual([100]);
    expect(await broughtOf([100, 120])).toEqual([100, 120]);
    expect(await broughtOf([100, 120, 100])).toEqual([100, 120, 100]);
  });

  it('retries later if the value changes faster than it is synced', async () => {
    await expect(broughtOf([1, 2, 3, 4, 5, 6, 7])).rejects.toBeInstanceOf(EffectPending);
  });
});
