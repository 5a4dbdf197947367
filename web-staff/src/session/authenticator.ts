import { fetchMFAPreference, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth';

/** Kept in memory only. */
export interface AuthenticatorKey {
  /** In base32, to type into the app. */
  secret: string;
  /** As a QR code: `otpauth://totp/…`. */
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
