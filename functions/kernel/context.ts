import type { Logger } from '@aws-lambda-powertools/logger';
import type { Role } from '#domain/access/roles.ts';
import type { SecondFactorState } from '#domain/access/second-factor.ts';
import type { Endpoint, HandlerInput, HandlerOutput } from '#domain/contract/endpoint.ts';
import type { BotCheck } from '#functions/adapters/bot-check.ts';
import { count } from '#functions/adapters/metrics.ts';
import type { SsnCipher } from '#functions/adapters/ssn-cipher.ts';
import type { ChangePassword, HasAuthenticator, UserPool } from '#functions/adapters/user-pool.ts';
import { type HomeCard, homeCard } from '#functions/records/homes.ts';
import { profileOfSubject } from '#functions/records/organizations.ts';
import { type ReportStatus, reportStatus } from '#functions/records/submissions.ts';
import { type InvitationCard, invitationCard } from '#functions/records/team.ts';
import { type Database, databaseOf } from '#functions/store/database.ts';
import type { RequestIdentity } from '#functions/store/idempotency.ts';
import type { Table } from '#functions/store/table.ts';

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
  secondFactor: SecondFactorState;
}

export interface RequestInfo {
  id: string;
  ip: string | null;
  method: string;
  path: string;
  idempotency: RequestIdentity | undefined;
  /** The caller's access token, for what only the caller's own session may do; never stored, never logged. */
  bearer: string;
}

/** What a Lambda is built with; each entry gives only the adapters that its grants allow. */
export interface Dependencies {
  table?: Table;
  logger: Logger;
  now: () => Date;
  cipher?: SsnCipher;
  botCheck?: BotCheck;
  userPool?: UserPool;
  changePassword?: ChangePassword;
  hasAuthenticator?: HasAuthenticator;
}

interface Shared {
  now: Date;
  /** Counts something that an alarm watches. */
  count: typeof count;
  request: RequestInfo;
  logger: Logger;
  cipher: SsnCipher;
  botCheck: BotCheck;
  userPool: UserPool;
  changePassword: ChangePassword;
  hasAuthenticator: HasAuthenticator;
}

/** What a staff handler works with: `db` is bound to the actor's organization and can name no other. */
export interface StaffContext extends Shared {
  actor: Actor;
  db: Database;
  /** A member's role, home or status has changed: their next call here is decided by the new one. */
  forgetActor(profileId: string): void;
  /** The organization's rule for signing in has changed: the next call of each of its people here is decided by it. */
  forgetOrganization(): void;
}

/** What a public handler works with: public cards and statuses, and a database to write to once a home is known. */
export interface PublicContext extends Shared {
  homeCard(slug: string): Promise<HomeCard | undefined>;
  reportStatus(reference: string): Promise<ReportStatus | undefined>;
  invitationCard(tokenHash: string): Promise<InvitationCard | undefined>;
  /** Whether a sign-in belongs to a member already. */
  subjectTaken(sub: string): Promise<boolean>;
  databaseOf(organizationId: string): Database;
}

type ContextOf<E extends Endpoint> = E['may'] extends 'public' ? PublicContext : StaffContext;

/** One call's handler: load, guard, change, record, announce, return. Refuses by throwing an AppError. */
export type Handler<E extends Endpoint> = (input: HandlerInput<E>, context: ContextOf<E>) => Promise<HandlerOutput<E>>;
export type Handlers<Rows extends Record<string, Endpoint>> = { [Name in keyof Rows]: Handler<Rows[Name]> };

/** The table, or a clear error in a function that was not given it. */
export const tableOf = (deps: Dependencies): Table => deps.table ?? missing('the table');

const missing = (what: string): never => {
  throw new Error(`this function was built without ${what}`);
};

const sharedOf = (deps: Dependencies, request: RequestInfo, now: Date): Shared => ({
  now,
  count,
  request,
  logger: deps.logger,
  get cipher() {
    return deps.cipher ?? missing('the SSN cipher');
  },
  get botCheck() {
    return deps.botCheck ?? missing('the bot check');
  },
  get userPool() {
    return deps.userPool ?? missing('the user pool');
  },
  get changePassword() {
    return deps.changePassword ?? missing('the change of passwords');
  },
  get hasAuthenticator() {
    return deps.hasAuthenticator ?? missing('the look at authenticator apps');
  },
});

/** Context of a signed-in call. */
export const staffContext = (
  deps: Dependencies,
  request: RequestInfo,
  actor: Actor,
  remembered: { forget(profileId: string): void; forgetOrganization(organizationId: string): void },
): StaffContext => {
  const now = deps.now();
  const trace = {
    actor: { id: actor.id, name: actor.name, role: actor.role },
    ip: request.ip,
    requestId: request.id,
    now,
  };
  return Object.assign(Object.create(sharedOf(deps, request, now)) as Shared, {
    actor,
    forgetActor: remembered.forget,
    forgetOrganization: () => remembered.forgetOrganization(actor.organizationId),
    db: databaseOf(tableOf(deps), actor.organizationId, trace, request.idempotency, 'organization'),
  });
};

/** Context of a call without sign-in. */
export const publicContext = (deps: Dependencies, request: RequestInfo): PublicContext => {
  const now = deps.now();
  const trace = {
    actor: { id: null, name: 'Public form', role: null } as const,
    ip: request.ip,
    requestId: request.id,
    now,
  };
  return Object.assign(Object.create(sharedOf(deps, request, now)) as Shared, {
    homeCard: (slug: string) => homeCard(tableOf(deps), slug),
    reportStatus: (reference: string) => reportStatus(tableOf(deps), reference),
    invitationCard: (tokenHash: string) => invitationCard(tableOf(deps), tokenHash),
    subjectTaken: async (sub: string) => (await profileOfSubject(tableOf(deps), sub)) !== undefined,
    databaseOf: (organizationId: string) =>
      databaseOf(tableOf(deps), organizationId, trace, request.idempotency, 'public'),
  });
};
