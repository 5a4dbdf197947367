/**
 * Where Amplify keeps its tokens: this tab's session storage, and only what a session needs to go on (quality S-29).
 * The ID token and the sign-in details hold the person's name and e-mail address and are read by nobody, so they
 * are never written.
 */
const leftOut = /\.(idToken|signInDetails)$/;
const refreshToken = /^CognitoIdentityServiceProvider\..+\.refreshToken$/;

let told: () => void = () => undefined;
/** Who is told when something is kept: other tabs have to know of new tokens. */
export const onTokensKept = (listener: () => void): void => {
  told = listener;
};

export const tokenStorage = {
  async setItem(key: string, value: string): Promise<void> {
    if (leftOut.test(key)) return;
    sessionStorage.setItem(key, value);
    told();
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

/** Whether this tab has signed in before, known without asking anybody; the tokens may have expired since. */
export const holdsTokens = (): boolean => Object.keys(sessionStorage).some((key) => refreshToken.test(key));
