import { getDiffieHellman } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVerifier, isUsablePublicValue, passwordFits } from './srp.ts';

const identity = { poolName: 'Local0001', userId: '8f1e0000-0000-4000-a000-000000000001' };
const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);

describe('server half of SRP', () => {
  it('rejects public values that would reveal the secret', () => {
    const multiples = ['0', '00', N.toString(16), (2n * N).toString(16)];
    expect(multiples.map(isUsablePublicValue)).toEqual([false, false, false, false]);
    expect(['', 'xyz', '-1', 'f'.repeat(771)].map(isUsablePublicValue)).toEqual([false, false, false, false]);
    expect(isUsablePublicValue('2')).toBe(true);
  });
});

describe('createVerifier', () => {
  it('stores a different salt and verifier each time', () => {
    const [first, second] = [createVerifier(identity, 'Gravestone7'), createVerifier(identity, 'Gravestone7')];
    expect(first).not.toEqual(second);
    expect(Object.keys(first)).toEqual(['salt', 'verifier']);
    expect(passwordFits(identity, 'Gravestone7', first)).toBe(true);
    expect(passwordFits(identity, 'Gravestone8', first)).toBe(false);
    expect(passwordFits({ ...identity, userId: 'somebody else' }, 'Gravestone7', first)).toBe(false);
  });
});
