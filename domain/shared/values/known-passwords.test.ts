import { describe, expect, it } from 'vitest';
import { knownPassword } from './known-passwords.ts';
import { commonPassword } from './password.ts';

describe('a password that is known from breaches', () => {
  it.each(['Thunder1', 'Gandalf1', 'Blink182', 'Babylon5', 'Zaq12wsx', 'Qwer1234', '1qaz!QAZ', 'Phoenix1', 'Packers1'])(
    'is %s, although the policy lets it pass',
    (typed) => expect(knownPassword(typed)).toBe(commonPassword),
  );

  it('is known however its letters are written, and so are words with what people put around them', () => {
    expect([knownPassword('THUNDER1'), knownPassword('Funeral2026!')]).toEqual([commonPassword, commonPassword]);
  });

  it('is hardly ever one that nobody has used', () => {
    const made = Array.from({ length: 20_000 }, (_, at) => `Row-${(at * 7_919) % 20_011}-boats-${at}`);
    expect(made.filter((typed) => knownPassword(typed)).length).toBeLessThan(40);
  });
});
