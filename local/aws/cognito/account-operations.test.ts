import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  PASSWORD,
  type PoolUnderTest,
  startPoolUnderTest,
  USER_POOL_ID,
} from '#tests/support/engines/amplify-test-client.ts';

let pool: PoolUnderTest;
beforeAll(async () => {
  pool = await startPoolUnderTest();
});
afterAll(() => pool.close());

const forgot = (Username: string) => pool.sdk.forgotPassword({ ClientId: CLIENT_ID, Username });
const confirm = (Username: string, ConfirmationCode: string, Password = 'Different8') =>
  pool.sdk.confirmForgotPassword({ ClientId: CLIENT_ID, Username, ConfirmationCode, Password });
const mailedCode = () => /\b\d{6}\b/.exec(pool.mails.at(-1)?.text ?? '')?.[0] ?? '';
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const mismatch = { name: 'CodeMismatchException' };
const limit = { name: 'LimitExceededException' };

describe('forgotten passwords', () => {
  it('blocks reset codes after five wrong guesses', async () => {
    await pool.addUser('guess@example.com');
    await forgot('guess@example.com');
    const code = mailedCode();
    for (let guess = 1; guess <= 5; guess += 1) {
      await expect(confirm('guess@example.com', otherCode(code))).rejects.toMatchObject(mismatch);
    }
    await expect(confirm('guess@example.com', code)).rejects.toMatchObject(limit);
    await forgot('guess@example.com');
    await confirm('guess@example.com', mailedCode());
  });

  it('sends reset codes only to verified addresses of active users', async () => {
    await pool.addUser('gone@example.com');
    const unverified = { UserPoolId: USER_POOL_ID, Username: 'unverified@example.com' };
    await pool.sdk.adminCreateUser({ ...unverified, MessageAction: 'SUPPRESS' });
    await pool.sdk.adminSetUserPassword({ ...unverified, Password: PASSWORD, Permanent: true });
    await pool.sdk.adminDisableUser({ UserPoolId: USER_POOL_ID, Username: 'gone@example.com' });
    const before = pool.mails.length;
    const answers = await Promise.all(['gone@example.com', 'unverified@example.com', 'nobody@example.com'].map(forgot));
    expect(answers.map(({ CodeDeliveryDetails }) => CodeDeliveryDetails?.DeliveryMedium)).toEqual([
      'EMAIL',
      'EMAIL',
      'EMAIL',
    ]);
    expect(pool.mails).toHaveLength(before);
  });
});
