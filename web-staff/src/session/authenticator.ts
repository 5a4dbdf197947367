import { fetchMFAPreference, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth';

/** What an app is set up with; it stays in the page's memory. */
export interface AuthenticatorKey {
  /** To type into the app, base32. */
  secret: string;
  /** To scan: `otpauth://totp/…`. */
  uri: string;
}

/** The second step of one's own sign-in. Rejects with Cognito's named errors; `problemOf` has the sentences. */
export const authenticator = {
  async isOn(): Promise<boolean> {
    return (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false;
  },

  /** A new key; an app that is in use goes on until a code of the new one is confirmed. */
  async begin(email: string): Promise<AuthenticatorKey> {
    const setup = await setUpTOTP();
    return { secret: setup.sharedSecret, uri: setup.getSetupUri('Stillwater', email).href };
  },

  async turnOn(code: string): Promise<void> {
    await verifyTOTPSetup({ code });
    await updateMFAPreference({ totp: 'PREFERRED' });
  },

  async turnOff(): Promise<void> {
    await updateMFAPreference({ totp: 'DISABLED' });
  },
};
