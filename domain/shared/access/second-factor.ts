import { administrators, type Role } from './roles.ts';

/** Error code if the session was ended elsewhere or the member is inactive; an expired session has none. */
export const accessEndedCode = 'access_ended';

/** Bulk exports require an authenticator app within this time, because a session may be stolen. */
export const freshSignInMinutes = 15;

/** Error code (`code`) of a call rejected for a missing recent second factor. */
export const freshSecondFactorRequired = 'fresh_second_factor_required';

export const freshSecondFactorMessage = `Please sign in again with your authenticator app. You then have ${freshSignInMinutes} minutes to request the export.`;

interface SignedIn {
  /** The sign-in time in seconds since 1970. */
  session: string;
  showedApp: boolean;
}

/** True if the authenticator app was used at a recent sign-in. */
export const isFreshSecondFactor = ({ session, showedApp }: SignedIn, now: Date): boolean =>
  showedApp && now.getTime() / 1000 - Number(session) <= freshSignInMinutes * 60;

export const secondFactorPolicies = ['optional', 'administrators', 'everybody'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

/** While it is `missing`, only the endpoints that set it up respond (S-08). */
export const secondFactorStates = ['optional', 'missing', 'confirmed'] as const;
export type SecondFactorState = (typeof secondFactorStates)[number];

/** Returns the state of a session with this role; `confirmed`: the app was used in it. */
export const secondFactorState = (policy: SecondFactorPolicy, role: Role, confirmed: boolean): SecondFactorState => {
  const asked =
    policy === 'everybody' || (policy === 'administrators' && (administrators as readonly Role[]).includes(role));
  if (!asked) return 'optional';
  return confirmed ? 'confirmed' : 'missing';
};

/** Error code (`code`) of a call rejected for a missing second factor. */
export const secondFactorRequired = 'second_factor_required';

export const secondFactorMessages = {
  required: 'Your organization requires an authenticator app. Set yours up to continue.',
  ownFirst: 'Set up your own authenticator app first. This setting will apply to you, too.',
} as const;
