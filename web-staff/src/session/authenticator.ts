import { fetchMFAPreference, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth';

/** Setup data of an authenticator app; kept in the page's memory only. */
export interface AuthenticatorKey {
  /** To type into the app, base32. */
  secret: string;
  /** To scan: `otpauth://totp/…`. */
  uri: string;
}

/** The user's own second factor. Rejects with Cognito's named errors; `problemOf` has the messages. */
export const authenticator = {
  async isOn(): Promise<boolean> {
    return (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false;
  },

  /** Creates a new key; the current app works until a code of the new one is confirmed. */
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
