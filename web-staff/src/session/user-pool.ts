import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignIn,
  resetPassword,
  type SignInOutput,
  signIn,
  signOut,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { ApiError } from '#domain/shared/contract/client.ts';
import { tokenStorage } from './token-storage.ts';

interface SignInConfig {
  userPoolId: string;
  userPoolClientId: string;
  /** Only of a local user pool. */
  userPoolEndpoint?: string;
}

ConsoleLogger.LOG_LEVEL = 'ERROR';

let configured: Promise<void> | undefined;

const configure = async (): Promise<void> => {
  const response = await fetch('/config.json').catch(() => undefined);
  if (!response?.ok) throw new ApiError(0, 'Server connection lost. Please check if the server is running.');
  const { userPoolId, userPoolClientId, userPoolEndpoint }: SignInConfig = await response.json();
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(userPoolEndpoint ? { userPoolEndpoint } : {}),
        loginWith: { email: true },
        mfa: { status: 'optional', totpEnabled: true },
      },
    },
  });
  // Amplify has just set local storage, which outlives the session.
  cognitoUserPoolsTokenProvider.setKeyValueStorage(tokenStorage);
};

/** Reads /config.json once; a failure is not cached, so that the next attempt reads again. */
const ready = (): Promise<void> => {
  configured ??= configure().catch((error) => {
    configured = undefined;
    throw error;
  });
  return configured;
};

const nextStep = ({ nextStep }: Pick<SignInOutput, 'nextStep'>): NextStep => {
  switch (nextStep.signInStep) {
    case 'DONE':
      return { step: 'done' };
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return { step: 'new-password' };
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return { step: 'authenticator' };
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return { step: 'authenticator-setup', secret: nextStep.totpSetupDetails.sharedSecret };
    case 'RESET_PASSWORD':
      return { step: 'reset-password' };
    default:
      return { step: 'unsupported' };
  }
};

export const userPool = {
  /** Later calls wait for the settings and report their failure. */
  prepare(): void {
    ready().catch(() => undefined);
  },

  /** Returns the access token, refreshed if expired; undefined when the session is over. */
  async accessToken(): Promise<string | undefined> {
    await ready();
    try {
      return (await cognitoUserPoolsTokenProvider.getTokens())?.accessToken.toString();
    } catch (error) {
      const isSessionLost =
        error instanceof Error && /Revoked|Reuse|UserNotFound|PasswordReset|NotConfirmed/.test(error.name);
      if (isSessionLost) return undefined;
      throw new ApiError(0, 'Server connection lost. Please check if the server is running.');
    }
  },

  async signIn(email: string, password: string): Promise<NextStep> {
    await ready();
    const username = email.trim();
    try {
      return nextStep(await signIn({ username, password }));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'UserAlreadyAuthenticatedException') throw error;
      await signOut();
      return nextStep(await signIn({ username, password }));
    }
  },

  /** Responds to signIn's challenge: the new password, or the authenticator code. */
  async confirm(challengeResponse: string): Promise<NextStep> {
    return nextStep(await confirmSignIn({ challengeResponse }));
  },

  async requestPasswordReset(email: string): Promise<void> {
    await ready();
    await resetPassword({ username: email.trim() });
  },

  /** The browser sends this password directly to the pool, so the check for well-known ones is here. */
  async resetPassword(email: string, confirmationCode: string, newPassword: string): Promise<void> {
    await ready();
    const { knownPassword } = await import('#domain/shared/values/known-passwords.ts');
    const rejection = knownPassword(newPassword);
    if (rejection) throw new ApiError(400, rejection);
    await confirmResetPassword({ username: email.trim(), confirmationCode: confirmationCode.trim(), newPassword });
  },

  /** Revokes the refresh token and clears the tab's storage, also if the server is unreachable. */
  async signOut(): Promise<void> {
    try {
      await ready();
      await signOut();
    } finally {
      sessionStorage.clear();
    }
  },
};

export type NextStep =
  | { step: 'done' }
  | { step: 'new-password' }
  | { step: 'authenticator' }
  | { step: 'authenticator-setup'; secret: string }
  | { step: 'reset-password' }
  | { step: 'unsupported' };
