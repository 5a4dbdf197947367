import { describe, expect, it } from 'vitest';
import { confirmation, newPassword } from '#domain/shared/values/password.ts';
import { newPasswordProblems, passwordRules } from './password-fields.tsx';

describe('newPasswordProblems', () => {
  it('accepts 8 characters with both cases and a number, entered twice', () => {
    expect(newPasswordProblems('Stillwater1', 'Stillwater1')).toEqual({});
  });

  it.each([
    ['', 'Password is required'],
    ['Short1', 'Password needs: at least 8 characters'],
    ['stillwater1', 'Password needs: an uppercase letter'],
    ['STILLWATER1', 'Password needs: a lowercase letter'],
    ['Stillwater', 'Password needs: a number'],
  ])('rejects %o', (password, message) => {
    expect(newPasswordProblems(password, password).password).toBe(message);
  });

  it("agrees with the domain's rule", () => {
    for (const password of [
      '',
      'short1A',
      'Stillwater1',
      'stillwater1',
      'STILLWATER1',
      'Stillwater',
      'Ünlü-ädvöcäte-9',
    ]) {
      expect(passwordRules.every(({ met }) => met(password))).toBe(newPassword.safeParse(password).success);
      expect(newPasswordProblems(password, 'Other-pass-1').confirm).toBe(confirmation(password, 'Other-pass-1'));
    }
    expect(newPasswordProblems('Stillwater1', '').confirm).toBe(confirmation('Stillwater1', ''));
  });
});
