import { describe, expect, it } from 'vitest';
import { isUsZip, joinAddress, postalCode, streetAddress, usZip } from './address.ts';

describe('addresses', () => {
  it('require at least 5 characters if strict', () => {
    expect(streetAddress().parse('1 A')).toBe('1 A');
    expect(streetAddress({ strict: true }).safeParse('1 A').error?.issues[0]?.message).toBe(
      'Please enter a valid address',
    );
    expect(streetAddress().safeParse('x'.repeat(101)).error?.issues[0]?.message).toBe(
      'Address must be 100 characters or less',
    );
  });

  it('join so that splitting at commas returns the parts', () => {
    const parts = { street: '1 Main St, rear', apt: '4B', city: 'Palatka', state: 'FL', zip: '32177', country: 'USA' };
    expect(joinAddress(parts).split(', ')).toEqual(['1 Main St  rear 4B', 'Palatka', 'FL', '32177', 'USA']);
    expect(joinAddress({ country: 'USA' })).toBe('');
  });
});

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
