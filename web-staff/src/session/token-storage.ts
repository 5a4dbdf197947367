/**
 * Amplify's token storage: the tab's session storage, with only what a session needs (S-29). The ID token and sign-in
 * details contain name and email address and are never read, so they are not stored.
 */
const unneededKeys = /\.(idToken|signInDetails)$/;
const refreshToken = /^CognitoIdentityServiceProvider\..+\.refreshToken$/;

let notifyListener: () => void = () => undefined;
export const onTokensStored = (listener: () => void): void => {
  notifyListener = listener;
};

export const tokenStorage = {
  async setItem(key: string, value: string): Promise<void> {
    if (unneededKeys.test(key)) return;
    sessionStorage.setItem(key, value);
    notifyListener();
  },
  async getItem(key: string): Promise<string | null> {
    return sessionStorage.getItem(key);
  },
  async removeItem(key: string): Promise<void> {
    sessionStorage.removeItem(key);
  },
  async clear(): Promise<void> {
    sessionStorage.clear();
  },
};

/** True if this tab has signed in before; the tokens may have expired. */
export const holdsTokens = (): boolean => Object.keys(sessionStorage).some((key) => refreshToken.test(key));
