import { ApiError } from '#domain/shared/contract/client.ts';
import { holdsTokens } from './token-storage.ts';
import type { NextStep } from './user-pool.ts';

/** Amplify is a fifth of the first download and not needed for the first render, so it loads apart from it. */
const userPool = async () => {
  try {
    return (await import('./user-pool.ts')).userPool;
  } catch {
    // Browsers remember a failed import.
    throw new ApiError(0, 'Sign-in could not be loaded. Please check your connection and load the page again.');
  }
};

/** The user pool. Rejects with Cognito's named errors; `problemOf` has the messages. */
export const identity = {
  holdsTokens,

  /** Starts loading what sign-in needs; later calls wait for it and report its failure. */
  prepare(): void {
    userPool().then(
      (pool) => pool.prepare(),
      () => undefined,
    );
  },

  accessToken: async (): Promise<string | undefined> => (await userPool()).accessToken(),

  signIn: async (email: string, password: string): Promise<NextStep> => (await userPool()).signIn(email, password),

  confirm: async (challengeResponse: string): Promise<NextStep> => (await userPool()).confirm(challengeResponse),

  requestPasswordReset: async (email: string): Promise<void> => (await userPool()).requestPasswordReset(email),

  resetPassword: async (email: string, confirmationCode: string, newPassword: string): Promise<void> =>
    (await userPool()).resetPassword(email, confirmationCode, newPassword),

  async signOut(): Promise<void> {
    try {
      await (await userPool()).signOut();
    } finally {
      sessionStorage.clear();
    }
  },
};

export type Identity = typeof identity;
