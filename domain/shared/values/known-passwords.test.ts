import { describe, expect, it } from 'vitest';
import { knownPassword } from './known-passwords.ts';
import { commonPassword } from './password.ts';

describe('knownPassword', () => {
  it.each(['Thunder1', 'Gandalf1', 'Blink182', 'Babylon5', 'Zaq12wsx', 'Qwer1234', '1qaz!QAZ', 'Phoenix1', 'Packers1'])(
    'rejects %s, although the policy allows it',
    (typed) => expect(knownPassword(typed)).toBe(commonPassword),
  );

  it('ignores letter case, and rejects known words with common additions', () => {
    expect([knownPassword('THUNDER1'), knownPassword('Funeral2026!')]).toEqual([commonPassword, commonPassword]);
  });

  it('rejects almost no unused password', () => {
    const made = Array.from({ length: 20_000 }, (_, at) => `Row-${(at * 7_919) % 20_011}-boats-${at}`);
    expect(made.filter((typed) => knownPassword(typed)).length).toBeLessThan(40);
  });
});
