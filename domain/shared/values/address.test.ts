import { describe, expect, it } from 'vitest';
import { joinAddress, streetAddress } from './address.ts';

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
