import { describe, expect, it } from 'vitest';
import { PartnerError } from '#functions/platform/store/partners/circuit.ts';
import { allRows, newestRows } from './sync-templates.ts';

const pages = (count: number) => async (after: number | undefined) => {
  const at = after ?? 0;
  return { data: [at], next: at + 1 < count ? at + 1 : null };
};

describe('a list of a partner', () => {
  it('is read to its end', async () => {
    expect(await allRows(pages(3))).toEqual([0, 1, 2]);
    expect(await allRows(pages(20))).toHaveLength(20);
  });

  it('is read as far as there is time, where it does not matter what else there is', async () => {
    expect(await newestRows(pages(3))).toEqual([0, 1, 2]);
    expect(await newestRows(pages(21))).toHaveLength(20);
    expect(await newestRows(pages(3), performance.now() - 13_000)).toEqual([0]);
  });

  it('of which only a part can be read is none: what is missing in it would count as gone', async () => {
    await expect(allRows(pages(21))).rejects.toThrow(PartnerError);
    await expect(allRows(pages(3), performance.now() - 13_000)).rejects.toThrow(PartnerError);
  });
});
