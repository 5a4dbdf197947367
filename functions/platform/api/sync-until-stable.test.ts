import { describe, expect, it } from 'vitest';
import { EffectPending } from '#functions/platform/store/partners/effects.ts';
import { syncUntilStable } from './sync-until-stable.ts';

/** Brings what is read one after the other, the last one for ever; answers what was brought. */
const broughtOf = async (read: number[]): Promise<number[]> => {
  const brought: number[] = [];
  await syncUntilStable({
    read: async () => (read.length > 1 ? read.shift() : read[0]) ?? 0,
    said: String,
    bring: async (wanted) => void brought.push(wanted),
  });
  return brought;
};

describe('bringing what stands here to a partner', () => {
  it('ends with what is still wanted after it was brought', async () => {
    expect(await broughtOf([100])).toEqual([100]);
    expect(await broughtOf([100, 120])).toEqual([100, 120]);
    expect(await broughtOf([100, 120, 100])).toEqual([100, 120, 100]);
  });

  it('comes again later where it changes faster than it is brought', async () => {
    await expect(broughtOf([1, 2, 3, 4, 5, 6, 7])).rejects.toBeInstanceOf(EffectPending);
  });
});
