import { createHash, createHmac, getDiffieHellman, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimHolds, createVerifier, inventVerifier, isUsablePublicValue, openExchange, passwordFits } from './srp.ts';

const identity = { poolName: 'Local0001', userId: '8f1e0000-0000-4000-a000-000000000001' };
const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);

describe('the server half of SRP', () => {
  // An independent client, written from the protocol: S = (B - k·g^x)^(a + u·x).
  function proveAsClient(password: string, salt: string, serverPublic: string, a: bigint, secretBlock: string) {
    const sha = (...parts: (string | Buffer)[]) =>
      parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
    const number = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
    const signed = (value: bigint) => {
      const bytes = Buffer.from(
        value.toString(16).padStart(value.toString(16).length + (value.toString(16).length % 2), '0'),
        'hex',
      );
      return bytes.readUInt8(0) > 127 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
    };
    const B = BigInt(`0x${serverPublic}`);
    const k = number(sha(signed(N), signed(2n)));
    const x = number(sha(signed(BigInt(`0x${salt}`)), sha(`${identity.poolName}${identity.userId}:${password}`)));
    const u = number(sha(signed(modPow(2n, a)), signed(B)));
    const base = (B - ((k * modPow(2n, x)) % N) + N) % N;
    const key = Buffer.from(hkdfSync('sha256', signed(modPow(base, a + u * x)), signed(u), 'Caldera Derived Key', 16));
    const timestamp = 'Tue Nov 3 08:05:09 UTC 2026';
    const signature = createHmac('sha256', key)
      .update(identity.poolName + identity.userId)
      .update(Buffer.from(secretBlock, 'base64'))
      .update(timestamp)
      .digest('base64');
    return { secretBlock, timestamp, signature };
  }

  function modPow(base: bigint, exponent: bigint): bigint {
    const bits = exponent.toString(2);
    return [...bits].reduce((result, bit) => (result * result * (bit === '1' ? base : 1n)) % N, 1n);
  }

  it('agrees with a client that knows the password, and only with it', () => {
    for (let round = 1n; round <= 6n; round += 1n) {
      const stored = createVerifier(identity, 'Gravestone7');
      const a = (round * 7919n) ** 20n;
      const exchange = openExchange(stored, modPow(2n, a).toString(16));
      const prove = (password: string) => proveAsClient(password, stored.salt, exchange.serverPublic, a, 'c2VjcmV0');
      expect(claimHolds(identity, exchange, prove('Gravestone7'))).toBe(true);
      expect(claimHolds(identity, exchange, prove('gravestone7'))).toBe(false);
      expect(claimHolds(identity, exchange, { ...prove('Gravestone7'), timestamp: 'later' })).toBe(false);
    }
  });

  it('refuses public values that would give the secret away', () => {
    const multiples = ['0', '00', N.toString(16), (2n * N).toString(16)];
    expect(multiples.map(isUsablePublicValue)).toEqual([false, false, false, false]);
    expect(['', 'xyz', '-1', 'f'.repeat(771)].map(isUsablePublicValue)).toEqual([false, false, false, false]);
    expect(isUsablePublicValue('2')).toBe(true);
  });
});

describe('a stored password', () => {
  it('is a salt and a verifier, different each time', () => {
    const [first, second] = [createVerifier(identity, 'Gravestone7'), createVerifier(identity, 'Gravestone7')];
    expect(first).not.toEqual(second);
    expect(Object.keys(first)).toEqual(['salt', 'verifier']);
    expect(passwordFits(identity, 'Gravestone7', first)).toBe(true);
    expect(passwordFits(identity, 'Gravestone8', first)).toBe(false);
    expect(passwordFits({ ...identity, userId: 'somebody else' }, 'Gravestone7', first)).toBe(false);
  });

  it('that is invented fits no password', () => {
    expect(passwordFits(identity, 'Gravestone7', inventVerifier('00ab'))).toBe(false);
  });
});
