import { describe, expect, it } from 'vitest';
import { commonPassword, newPassword, passwordRule } from './password.ts';

const problemsOf = (typed: string): string[] =>
  newPassword.safeParse(typed).error?.issues.map(({ message }) => message) ?? [];

describe('newPassword', () => {
  it.each(['Slow-River-77', 'Stillwater-2026', 'Long-enough-1', 'Another-one-2', 'k9Vt2pQz', 'Passage-of-9-Boats'])(
    'accepts %s',
    (typed) => expect(problemsOf(typed)).toEqual([]),
  );

  it.each([
    ...['Password1', 'Password123', 'Qwerty123', 'Welcome1', 'Aa111111', 'P@ssw0rd', 'P4ssword!1', 'Summer2026'],
    ...['Admin1234', 'Iloveyou2', 'Letmein99', 'Abc12345', '1Dragon23', 'October2026!', 'Qwertyuiop1', 'Monkey!2024'],
  ])('F15 rejects %s, which is among the first guesses', (typed) =>
    expect(problemsOf(typed)).toEqual([commonPassword]),
  );

  it.each(['short1A', 'nouppercase1', 'NOLOWERCASE1', 'NoDigitsHere'])('rejects %s by the policy', (typed) =>
    expect(problemsOf(typed)).toContain(passwordRule),
  );
});
