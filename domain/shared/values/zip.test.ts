import { describe, expect, it } from 'vitest';
import { isUsZip, postalCode, usZip } from './zip.ts';

describe('ZIP and postal codes', () => {
  it.each(['32084', '32084-1234'])('%s is a US ZIP code', (zip) => expect(usZip.parse(` ${zip} `)).toBe(zip));

  it('takes a dash for the hyphen of ZIP+4', () => {
    for (const zip of ['32084–1934', '32084 - 1934', '32084−1934']) expect(usZip.parse(zip)).toBe('32084-1934');
  });

  it.each(['3208', '320841234', '32084-12', 'ABCDE', '32084 1234'])('%s is not a US ZIP code', (zip) => {
    expect(isUsZip(zip)).toBe(false);
    expect(usZip.safeParse(zip).error?.issues[0]?.message).toBe('ZIP code must be in format 12345 or 12345-6789');
  });

  it('allow up to 10 characters for other countries', () => {
    expect(postalCode.parse('K1A 0B1')).toBe('K1A 0B1');
    expect(postalCode.safeParse('12345678901').error?.issues[0]?.message).toBe(
      'ZIP or Postal Code must be 10 characters or less',
    );
    expect(postalCode.safeParse('<b>').success).toBe(false);
  });
});
