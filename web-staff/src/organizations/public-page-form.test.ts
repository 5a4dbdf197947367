import { describe, expect, it } from 'vitest';
import { logoLimit } from '#domain/organizations/funeral-home.schema.ts';
import { type Attempt, attemptsFor, firstThatFits, fitWithin, logoBytes } from './public-page-form.tsx';

const blob = (bytes: number, type: string) => new Blob([new Uint8Array(bytes)], { type });

describe('logo scaling', () => {
  it('preserves the aspect ratio and never enlarges', () => {
    expect(fitWithin({ width: 1600, height: 400 }, 320)).toEqual({ width: 320, height: 80 });
    expect(fitWithin({ width: 300, height: 4000 }, 320)).toEqual({ width: 24, height: 320 });
    expect(fitWithin({ width: 64, height: 32 }, 320)).toEqual({ width: 64, height: 32 });
    expect(fitWithin({ width: 9000, height: 2 }, 320)).toEqual({ width: 320, height: 1 });
  });

  it('tries the sharpest and largest encoding first, without duplicates', () => {
    const attempts = attemptsFor({ width: 1000, height: 500 });
    expect(attempts[0]).toEqual({ width: 320, height: 160, type: 'image/png' });
    expect(attempts[1]).toEqual({ width: 320, height: 160, type: 'image/webp', quality: 0.92 });
    expect(attempts.at(-1)).toMatchObject({ width: 80, height: 40, type: 'image/webp' });
    expect(new Set(attemptsFor({ width: 100, height: 60 }).map(({ width }) => width))).toEqual(new Set([100, 80]));
  });

  it('returns the first encoding that is small enough', async () => {
    const weigh = async ({ type, width }: Attempt) => blob(type === 'image/png' ? 90_000 : width * 100, type);
    const found = await firstThatFits(attemptsFor({ width: 1000, height: 500 }), weigh);
    expect(found).toMatchObject({ type: 'image/webp', size: 16_000 });
  });

  it('skips a format that the browser writes as another one', async () => {
    const onlyPng = async ({ width }: Attempt) => blob(width * 200, 'image/png');
    expect(await firstThatFits(attemptsFor({ width: 1000, height: 500 }), onlyPng)).toMatchObject({ size: 16_000 });
  });

  it('fails for a picture that never gets small enough', async () => {
    expect(await firstThatFits(attemptsFor({ width: 10, height: 10 }), async () => null)).toBeUndefined();
  });

  it("stays within the server's limit", () => {
    const longest = `data:image/webp;base64,${Buffer.alloc(logoBytes).toString('base64')}`;
    expect(longest.length).toBeLessThanOrEqual(logoLimit);
  });
});
