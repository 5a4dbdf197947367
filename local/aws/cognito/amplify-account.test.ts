import {
  confirmResetPassword,
  confirmSignIn,
  fetchMFAPreference,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  type PoolUnderTest,
  SIGNED_IN,
  startPoolUnderTest,
  useAmplify,
  WRONG_CREDENTIALS,
} from '#tests/support/engines/amplify-test-client.ts';
import { totpCode } from './sign-in.ts';

let pool: PoolUnderTest;

beforeAll(async () => {
  pool = await startPoolUnderTest();
  useAmplify(pool.url);
});
afterEach(() => signOut());
afterAll(() => pool.close());

describe('passwords in Amplify', () => {
  it('resets a password with an emailed single-use code', async () => {
    await pool.addUser('forgetful@example.com');
    const { nextStep } = await resetPassword({ username: 'Forgetful@example.com' });
    expect(nextStep).toMatchObject({
      resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'f***@e***' },
    });
    const mail = pool.mails.at(-1);
    expect(mail?.to).toBe('forgetful@example.com');
    const confirmationCode = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    const reset = { username: 'forgetful@example.com', confirmationCode, newPassword: 'Different8' };
    await confirmResetPassword(reset);
    await expect(confirmResetPassword(reset)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await expect(signIn({ username: 'forgetful@example.com', password: PASSWORD })).rejects.toMatchObject(
      WRONG_CREDENTIALS,
    );
    expect(await signIn({ username: 'forgetful@example.com', password: 'Different8' })).toEqual(SIGNED_IN);
  });
});

describe('authenticator apps in Amplify', () => {
  it('S-08 requires an authenticator app once set up, and accepts a code once', async () => {
    await pool.addUser('totp@example.com');
    await signIn({ username: 'totp@example.com', password: PASSWORD });
    const setup = await setUpTOTP();
    expect(setup.getSetupUri('Stillwater').href).toContain(`secret=${setup.sharedSecret}`);
    await expect(verifyTOTPSetup({ code: '000000' })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    const firstCode = totpCode(setup.sharedSecret, pool.now());
    await verifyTOTPSetup({ code: firstCode });
    await updateMFAPreference({ totp: 'PREFERRED' });
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
    await signOut();

    const { nextStep } = await signIn({ username: 'totp@example.com', password: PASSWORD });
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    const wrongCode = confirmSignIn({ challengeResponse: '000000' });
    await expect(wrongCode).rejects.toMatchObject({ name: 'CodeMismatchException' });
    pool.advance(30_000);
    await expect(confirmSignIn({ challengeResponse: firstCode })).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    });
    expect(await confirmSignIn({ challengeResponse: totpCode(setup.sharedSecret, pool.now()) })).toEqual(SIGNED_IN);

    await updateMFAPreference({ totp: 'DISABLED' });
    await signOut();
    expect(await signIn({ username: 'totp@example.com', password: PASSWORD })).toEqual(SIGNED_IN);
  });
});
