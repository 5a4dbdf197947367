import { administrators, type Role } from './roles.ts';

/**
 * What hands out everything at once takes a sign-in of a moment ago in which an authenticator app was seen: a session that
 * was left open, or stolen, is not enough.
 */
export const freshSignInMinutes = 15;

/** How the answer says that a call is refused for want of it, for programs: `code` beside `detail`. */
export const freshSecondFactorRequired = 'fresh_second_factor_required';

export const freshSecondFactorMessage = `Please sign in again with your authenticator app. You then have ${freshSignInMinutes} minutes to request the export.`;

interface SignedIn {
  /** The second of the sign-in, since 1970. */
  session: string;
  /** Whether the app was seen in it. */
  showedApp: boolean;
}

/** Whether somebody has shown their authenticator app at a sign-in of a moment ago. */
export const isFreshSecondFactor = ({ session, showedApp }: SignedIn, now: Date): boolean =>
  showedApp && now.getTime() / 1000 - Number(session) <= freshSignInMinutes * 60;

/** Of whom an organization asks a code of an authenticator app at sign-in: of nobody, of those who manage it, of all. */
export const secondFactorPolicies = ['optional', 'administrators', 'everybody'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

/**
 * What the policy means for one sign-in: one's own choice, asked for and not seen yet, asked for and seen. While it is
 * `missing`, nothing but the calls marked in the contract is answered (quality S-08).
 */
export const secondFactorStates = ['optional', 'missing', 'confirmed'] as const;
export type SecondFactorState = (typeof secondFactorStates)[number];

/** The state of a session of somebody with this role; `confirmed`: the app was seen to be in use in it. */
export const secondFactorState = (policy: SecondFactorPolicy, role: Role, confirmed: boolean): SecondFactorState => {
  const asked =
    policy === 'everybody' || (policy === 'administrators' && (administrators as readonly Role[]).includes(role));
  if (!asked) return 'optional';
  return confirmed ? 'confirmed' : 'missing';
};

/** How the answer says that a call is refused for want of it, for programs: `code` beside `detail`. */
export const secondFactorRequired = 'second_factor_required';

export const secondFactorMessages = {
  required: 'Your organization requires an authenticator app. Set yours up to continue.',
  ownFirst: 'Set up your own authenticator app first. This setting will apply to you, too.',
} as const;
