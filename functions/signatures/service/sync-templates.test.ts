import { describe, expect, it } from 'vitest';
import { PartnerError } from '#functions/platform/store/partners/circuit.ts';
import { allRows, newestRows } from './sync-templates.ts';

const pages = (count: number) => async (after: number | undefined) => {
  const at = after ?? 0;
  return { data: [at], next: at + 1 < count ? at + 1 : null };
};

describe('allRows and newestRows', () => {
  it('reads a list to its end', async () => {
    expect(await allRows(pages(3))).toEqual([0, 1, 2]);
    expect(await allRows(pages(20))).toHaveLength(20);
  });

  it('reads as much as there is time for if the rest does not matter', async () => {
    expect(await newestRows(pages(3))).toEqual([0, 1, 2]);
    expect(await newestRows(pages(21))).toHaveLength(20);
    expect(await newestRows(pages(3), performance.now() - 13_000)).toEqual([0]);
  });

  it('fails for a partial list, because missing rows would count as deleted', async () => {
    await expect(allRows(pages(21))).rejects.toThrow(PartnerError);
    await expect(allRows(pages(3), performance.now() - 13_000)).rejects.toThrow(PartnerError);
  });
});
