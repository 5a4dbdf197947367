import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ID, PASSWORD, startPoolUnderTest } from '#tests/support/engines/amplify-test-client.ts';

const email = 'ada@example.com';

describe('user pool triggers', () => {
  let pool: Awaited<ReturnType<typeof startPoolUnderTest>>;
  let called: { triggerSource: string; sub: string }[];
  let fails = false;
  beforeAll(async () => {
    pool = await startPoolUnderTest();
    await pool.addUser(email);
    pool.onTrigger(async (event) => {
      const { triggerSource, request } = event as {
        triggerSource: string;
        request: { userAttributes: { sub: string } };
      };
      called.push({ triggerSource, sub: request.userAttributes.sub });
      if (fails) throw new Error('away');
      return event;
    });
  });
  beforeEach(() => {
    called = [];
    fails = false;
  });
  afterAll(() => pool.close());

  const sources = () => called.map(({ triggerSource }) => triggerSource);
  const resetPassword = async (password: string) => {
    await pool.sdk.forgotPassword({ ClientId: CLIENT_ID, Username: email });
    const ConfirmationCode = /\d{6}/.exec(pool.mails.at(-1)?.text ?? '')?.[0] ?? '';
    return pool.sdk.confirmForgotPassword({
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode,
      Password: password,
    });
  };

  it('calls triggers before the password check and after a successful sign-in', async () => {
    await pool.signIn(email);
    expect(sources()).toEqual(['PreAuthentication_Authentication', 'PostAuthentication_Authentication']);
    await expect(pool.signIn(email, 'Wrong-4711')).rejects.toThrow();
    expect(sources().slice(2)).toEqual(['PreAuthentication_Authentication']);
    expect(new Set(called.map(({ sub }) => sub)).size).toBe(1);
  });

  it('calls a trigger after a forgotten password, and reports its failure', async () => {
    await resetPassword(`${PASSWORD}a`);
    expect(sources()).toEqual(['PostConfirmation_ConfirmForgotPassword']);
    fails = true;
    await expect(resetPassword(`${PASSWORD}b`)).rejects.toMatchObject({ name: 'UserLambdaValidationException' });
  });
});
