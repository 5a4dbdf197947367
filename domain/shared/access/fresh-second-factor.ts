/**
 * What hands out everything at once takes a sign-in of a moment ago in which an authenticator app was seen: a session that
 * was left open, or stolen, is not enough.
 */
export const freshSignInMinutes = 15;

/** How the answer says that a call is refused for want of it, for programs: `code` beside `detail`. */
export const freshSecondFactorRequired = 'fresh_second_factor_required';

export const freshSecondFactorMessage = `Please sign in again with your authenticator app. Everything can be asked for within ${freshSignInMinutes} minutes of that.`;

interface SignedIn {
  /** The second of the sign-in, since 1970. */
  session: string;
  /** Whether the app was seen in it. */
  showedApp: boolean;
}

/** Whether somebody has shown their authenticator app at a sign-in of a moment ago. */
export const isFreshSecondFactor = ({ session, showedApp }: SignedIn, now: Date): boolean =>
  showedApp && now.getTime() / 1000 - Number(session) <= freshSignInMinutes * 60;
