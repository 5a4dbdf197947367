import { describe, expect, it } from 'vitest';
import { matchingTotpStep, totpCode } from './sign-in.ts';

// RFC 6238, appendix B: the ASCII secret 12345678901234567890 in base32, the last six digits of the SHA-1 column.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('creates the code of RFC 6238 at %i s', (seconds, code) => {
    expect(totpCode(SECRET, at(seconds))).toBe(code);
  });

  it('accepts codes at most one step early or late', () => {
    const code = totpCode(SECRET, at(1234567890));
    const step = Math.floor(1234567890 / 30);
    expect([-30, 0, 30].map((drift) => matchingTotpStep(SECRET, code, at(1234567890 + drift)))).toEqual([
      step,
      step,
      step,
    ]);
    expect([-60, 60].map((drift) => matchingTotpStep(SECRET, code, at(1234567890 + drift)))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
