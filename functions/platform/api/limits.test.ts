import { describe, expect, it } from 'vitest';
import { networkOf } from './limits.ts';

describe('networkOf', () => {
  it.each([
    ['2600:3c00::1', '2600:3c00::2'],
    ['2600:3c00:0:0::1', '2600:3c00::ffff:ffff:ffff:ffff'],
    ['2001:DB8:0:1:aaaa::', '2001:0db8:0000:0001:0000:0000:0000:0002'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['fe80::1%eth0', 'fe80::2%eth0'],
  ])('S-22 returns the same network for %s and %s', (one, other) => {
    expect(networkOf(one)).toBe(networkOf(other));
  });

  it.each([
    ['2600:3c00::1', '2600:3c00:0:1::1'],
    ['2600:3c00::1', '2600:3c01::1'],
    ['198.51.100.7', '198.51.100.8'],
    ['unknown', 'other'],
  ])('S-22 returns different networks for %s and %s', (one, other) => {
    expect(networkOf(one)).not.toBe(networkOf(other));
  });
});
