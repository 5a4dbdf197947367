import { describe, expect, it } from 'vitest';
import { SentMove } from '#domain/care/care.schema.ts';
import { extendedBy } from './signature-pad.tsx';

const isAccepted = (path: string): boolean =>
  SentMove.safeParse({ expected: 0, happened_at: new Date().toISOString(), signatures: [{ of: 'took', path }] })
    .success;

describe('extendedBy', () => {
  it('begins a line, follows the finger, and leaves out what is too near', () => {
    const begun = extendedBy('', [10.4, 20.2], true);
    const drawn = [
      [30, 25],
      [30.5, 25.5],
      [60, 40],
    ].reduce((path, [x = 0, y = 0]) => extendedBy(path, [x, y], false), begun);
    expect(drawn).toBe('M10 20L10 20L30 25L60 40');
    expect(extendedBy(drawn, [5, 5], true)).toBe(`${drawn}M5 5L5 5`);
    expect(isAccepted(drawn)).toBe(true);
  });

  it('stays within the pad when the finger leaves it', () => {
    expect(extendedBy('', [-40, 900], true)).toBe('M0 100L0 100');
  });

  it('ends before the length that the server refuses', () => {
    let path = extendedBy('', [0, 0], true);
    for (let n = 0; n < 2000; n++) path = extendedBy(path, [n % 2 ? 290 : 10, 50], false);
    expect(path.length).toBeGreaterThan(3900);
    expect(isAccepted(path)).toBe(true);
  });
});
