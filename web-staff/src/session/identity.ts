import { ApiError } from '#domain/shared/contract/client.ts';
import type { NextStep } from './next-step.ts';
import { holdsTokens } from './token-storage.ts';

/** Amplify is a fifth of the first download and not needed to draw the first page: it comes beside it. */
const userPool = async () => {
  try {
    return (await import('./user-pool.ts')).userPool;
  } catch {
    // Browsers do not fetch again what has failed once.
    throw new ApiError(0, 'Sign-in could not be loaded. Please check your connection and load the page again.');
  }
};

/** The user pool as the site needs it. Everything rejects with Cognito's named errors; `problemOf` has the sentences. */
export const identity = {
  holdsTokens,

  /** Begins to load what signing in takes; whoever needs it waits for it and sees why it is not there. */
  prepare(): void {
    userPool().then(
      (pool) => pool.prepare(),
      () => undefined,
    );
  },

  /** The access token, refreshed when it has expired; undefined when the session is over. */
  accessToken: async (): Promise<string | undefined> => (await userPool()).accessToken(),

  signIn: async (email: string, password: string): Promise<NextStep> => (await userPool()).signIn(email, password),

  /** Answers the step that signIn asked for: the new password, or the code of the authenticator app. */
  confirm: async (challengeResponse: string): Promise<NextStep> => (await userPool()).confirm(challengeResponse),

  requestPasswordReset: async (email: string): Promise<void> => (await userPool()).requestPasswordReset(email),

  resetPassword: async (email: string, confirmationCode: string, newPassword: string): Promise<void> =>
    (await userPool()).resetPassword(email, confirmationCode, newPassword),

  /** Revokes the refresh token and leaves nothing in the tab's storage, also when the server cannot be reached. */
  async signOut(): Promise<void> {
    try {
      await (await userPool()).signOut();
    } finally {
      sessionStorage.clear();
    }
  },
};

export type Identity = typeof identity;
