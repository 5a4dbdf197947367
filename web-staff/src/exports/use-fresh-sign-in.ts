import { useState } from 'react';
import { freshSecondFactorRequired } from '#domain/shared/access/fresh-second-factor.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { signInPath } from '../session/return-path.ts';
import { useSession } from '../session/session-context.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';

/** What stands in the way of a step that takes a sign-in of a moment ago with an authenticator app. */
export type FreshSignInBlocker = 'no-app' | 'old-sign-in';

const isOld = (error: unknown): boolean => error instanceof ApiError && error.body.code === freshSecondFactorRequired;

/**
 * Steps that take a sign-in of a moment ago in which an authenticator app was seen. The server looks for the app first: it
 * remembers it of those alone of whom their organization asks one.
 */
export const useFreshSignIn = () => {
  const call = useApi();
  const session = useSession();
  const { id } = useCurrentUser();
  const [inTheWay, setInTheWay] = useState<FreshSignInBlocker>();
  /** Answers undefined where something stands in the way. */
  const withFreshSignIn = async <T>(step: () => Promise<T>): Promise<T | undefined> => {
    const { confirmed, sign_in_again } = await call(accountEndpoints.confirmSecondFactor, { params: { id } });
    if (sign_in_again) session.end();
    setInTheWay(confirmed || sign_in_again ? undefined : 'no-app');
    if (!confirmed) return undefined;
    try {
      return await step();
    } catch (error) {
      if (!isOld(error)) throw error;
      setInTheWay('old-sign-in');
      return undefined;
    }
  };
  /** The same person comes back at once: what this device keeps waits for them, as where a session ran out. */
  const signInAgain = async (): Promise<void> => {
    const { pathname, search } = window.location;
    await session.signOut();
    window.location.assign(signInPath({ pathname, search }));
  };
  return { inTheWay, withFreshSignIn, signInAgain };
};
