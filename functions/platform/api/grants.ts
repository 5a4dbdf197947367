import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Grant } from '#domain/shared/access/grants.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import type { SecondFactorState } from '#domain/shared/access/second-factor.ts';
import { isEncrypted } from '#domain/shared/audit/audit-actions.ts';
import type { Endpoint, RateLimit } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Keys } from '../store/keys.ts';
import type { Write } from '../store/table.ts';
import type { RequestIdentity, StoredResponse } from '../store/transactions/idempotency.ts';
import type { Dependencies, DependencyName, HandlerDependencies, HandlerDependency } from './handler-dependencies.ts';

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

/** Thrown by a commit that found that whoever acts is not any more what the call was permitted as. */
export class ActorChangedError extends AppError {
  constructor() {
    super('conflict', { reason: 'the actor has changed' });
  }
}

/**
 * Holds at the commit that the actor is still active, of the same role and home, and that no session was ended since: who
 * acts is remembered for a minute, and what is remembered must change nothing (quality S-05). It stands in every
 * transaction of a member of staff and costs no round trip.
 */
export const actorUnchanged = (keys: Keys, { id, role, homeId, sessionsSince }: Actor): Write => ({
  check: keys.profile(id),
  when: { equals: { role, status: 'active', funeral_home_id: homeId, sessions_since: sessionsSince } },
  refused: () => new ActorChangedError(),
});

export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
export type Answer = APIGatewayProxyStructuredResultV2;

/** What is known of a request whatever it asks for. */
export interface RequestInfo {
  readonly id: string;
  readonly ip: string | null;
  /** The path of the row, with its parameters' names. */
  readonly path: string;
  /** The caller's access token, for what only the caller's own session may do; never stored, never logged. */
  readonly bearer: string;
}

/** Where a walk goes on, as callers carry it: they can neither read nor make one. */
export interface Cursor {
  /** The cursor of a position, for this caller, this call and what it asks for. */
  seal(position: string): Promise<string>;
  /** The position of a cursor; throws 400, in these words, for one that was not sealed for exactly this. */
  open(cursor: string, refusal?: string): Promise<string>;
}

/** What the chain has for every handler. */
export interface ApiDependencies {
  provisions: Partial<Dependencies>;
  countAccepted(call: Call, by: RateLimit['by'], about?: string): Promise<AppError | undefined>;
  cursorOf(call: Call): Cursor;
  /** What is remembered of who calls. */
  actors: { forget(profileId: string): void; forgetOrganization(organizationId: string): void };
}

/** A row with the function that serves it; `provisions` are what a Lambda entry must give for it. */
export interface Handler<E extends Endpoint = Endpoint, P extends DependencyName = DependencyName> {
  readonly row: E;
  readonly needs: HandlerDependencies;
  readonly provisions: readonly P[];
  readonly run: (call: Call, dependencies: ApiDependencies) => Promise<unknown>;
}

/** One call on its way through the chain: `route` makes it, each middleware adds what it found out. */
export interface Call {
  readonly handler: Handler;
  readonly request: RequestInfo;
  readonly now: Date;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Absent in public calls. */
  actor?: Actor;
  /** An operator's, from the command line: no session stands behind it, and the trail names the system. */
  byOperator?: true;
  /** The body as it was read, before its schema has seen it. */
  body?: unknown;
  /** Path, query and body, each parsed by its schema. */
  input: { params: unknown; query: unknown; body: unknown };
  /** What tells the request and its retries from others, where an Idempotency-Key came with it. */
  identity?: RequestIdentity;
  /** The first answer to that key, given earlier. */
  replayed?: StoredResponse;
  /** Further headers of the answer. */
  headers: Record<string, string>;
  /** What the handler returned. */
  output?: unknown;
}

/** Lambda's context, with the call beside it from the middleware `route` on. */
export interface CallContext extends Context {
  call: Call;
}

/** One concern of every call. */
export type CallMiddleware = MiddlewareObj<ApiEvent, Answer, Error, CallContext>;

/** What the chain itself takes for a row before its handler runs. */
const ofChain = ({ row }: Handler): Grant[] => [
  'secret:origin',
  ...(row.permission === 'public' ? [] : (['table:session', 'table:limits'] as const)),
  ...(row.limits ? (['table:limits'] as const) : []),
  ...(row.idempotent ? ([row.permission === 'public' ? 'table:public-replays' : 'table:replays'] as const) : []),
];

/** What is looked up before an organization is known can be looked up by no organization's rights. */
const isOfFunction = (need: HandlerDependency): boolean =>
  'shared' in need || ('adapter' in need && need.ofFunction === true);

/** The installation's own secrets are of no organization. */
const isOfInstallation = (grant: Grant): boolean => grant.startsWith('secret:');

/** What needs take by the function's own rights also where the row discloses. */
const ofFunction = ({ needs }: Handler): Grant[] =>
  Object.values(needs).flatMap((need) => (isOfFunction(need) ? need.grants : need.grants.filter(isOfInstallation)));

/** What a handler takes, with what its row lets it record and announce. */
const ofHandler = ({ row, needs }: Handler): Grant[] => [
  ...(row.auditActions ? (['table:audit-write'] as const) : []),
  ...(row.auditActions?.some(isEncrypted) ? (['table:subject-keys', 'subject-key:use'] as const) : []),
  ...(row.events ? (['table:outbox-write'] as const) : []),
  ...Object.values(needs)
    .filter((need) => !(row.organizationScoped && isOfFunction(need)))
    .flatMap(({ grants }) => grants.filter((grant) => !(row.organizationScoped && isOfInstallation(grant)))),
];

/** The words of privilege that handlers imply for their function: those of their rows and those of their needs, each once. */
export const grantsOf = (handlers: readonly Handler[]): Grant[] => [
  ...new Set(
    handlers.flatMap((handler) => [
      ...ofChain(handler),
      ...(handler.row.organizationScoped
        ? ['organization-role:assume' as const, ...ofFunction(handler)]
        : ofHandler(handler)),
    ]),
  ),
];

/** What handlers that disclose take for one organization at a time. */
export const organizationGrantsOf = (handlers: readonly Handler[]): Grant[] => [
  ...new Set(
    handlers
      .filter(({ row }) => row.organizationScoped)
      .flatMap((handler) => [
        ...(handler.row.auditActions ? (['table:actor-check'] as const) : []),
        ...ofHandler(handler),
      ]),
  ),
];
