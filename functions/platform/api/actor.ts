import type { Role } from '#domain/shared/access/roles.ts';
import type { SecondFactorState } from '#domain/shared/access/second-factor.ts';

/** A signed-in member of staff, as the table knows them now: never from claims, so that a change acts at once. */
export interface Actor {
  id: string;
  organizationId: string;
  homeId: string;
  name: string;
  email: string;
  role: Role;
  /** The sign-in that the call's token comes from: its `auth_time`, in seconds since 1970. */
  session: string;
  /** No sign-in up to this second counts, in seconds since 1970; undefined where none was ever ended. */
  sessionsSince: number | undefined;
  secondFactor: SecondFactorState;
  /** Whether an authenticator app was seen in this sign-in, also where nobody asks for one. */
  showedApp: boolean;
}
