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
import type { Dependencies, DependencyName, HandlerDependencies, HandlerDependency } from './dependencies.ts';

/** A signed-in staff member as currently stored; never taken from claims, so changes apply at once. */
export interface Actor {
  id: string;
  organizationId: string;
  homeId: string;
  name: string;
  email: string;
  role: Role;
  /** The sign-in of the token: its `auth_time`, in seconds since 1970. */
  session: string;
  /** Sign-ins up to this second are invalid, in seconds since 1970; undefined if none was ended. */
  sessionsSince: number | undefined;
  secondFactor: SecondFactorState;
  /** Whether this sign-in used an authenticator app, even if none is required. */
  showedApp: boolean;
}

/** Thrown by a commit if the actor changed since the call was permitted. */
export class ActorChangedError extends AppError {
  constructor() {
    super('conflict', { reason: 'the actor has changed' });
  }
}

/**
 * Condition that the actor is still active, with the same role and location, and no session was ended since. The actor
 * is cached for a minute, and a cached actor must change nothing (S-05). It is part of every staff transaction and
 * costs no round trip.
 */
export const actorUnchanged = (keys: Keys, { id, role, homeId, sessionsSince }: Actor): Write => ({
  check: keys.profile(id),
  when: { equals: { role, status: 'active', funeral_home_id: homeId, sessions_since: sessionsSince } },
  refused: () => new ActorChangedError(),
});

export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
export type Answer = APIGatewayProxyStructuredResultV2;

/** Request data that every endpoint has. */
export interface RequestInfo {
  readonly id: string;
  readonly ip: string | null;
  /** The endpoint's path template. */
  readonly path: string;
  /** The caller's access token, for Cognito calls in the caller's session; never stored or logged. */
  readonly bearer: string;
}

/** An encrypted paging position that callers can neither read nor forge. */
export interface Cursor {
  /** Encrypts a position for this caller, endpoint and input. */
  seal(position: string): Promise<string>;
  /** Decrypts a cursor; throws 400 with this message if it was not issued for exactly this call. */
  open(cursor: string, refusal?: string): Promise<string>;
}

/** Dependencies that the middleware chain provides to every handler. */
export interface ApiDependencies {
  provisions: Partial<Dependencies>;
  countAccepted(call: Call, by: RateLimit['by'], about?: string): Promise<AppError | undefined>;
  cursorOf(call: Call): Cursor;
  /** Cache of actors. */
  actors: { forget(profileId: string): void; forgetOrganization(organizationId: string): void };
}

/** An endpoint with the function that serves it; `provisions` are the dependencies its Lambda entry must pass. */
export interface Handler<E extends Endpoint = Endpoint, P extends DependencyName = DependencyName> {
  readonly row: E;
  readonly needs: HandlerDependencies;
  readonly provisions: readonly P[];
  readonly run: (call: Call, dependencies: ApiDependencies) => Promise<unknown>;
}

/** A call in the chain: `route` creates it, each middleware adds to it. */
export interface Call {
  readonly handler: Handler;
  readonly request: RequestInfo;
  readonly now: Date;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Undefined in public calls. */
  actor?: Actor;
  /** An operator's call from the command line: it has no session, and the audit log names the system. */
  byOperator?: true;
  /** The body before its schema is applied. */
  body?: unknown;
  /** Path, query and body, parsed by their schemas. */
  input: { params: unknown; query: unknown; body: unknown };
  /** Identifies the request and its retries, if it has an Idempotency-Key. */
  identity?: RequestIdentity;
  /** The stored response to that key. */
  replayed?: StoredResponse;
  /** Additional response headers. */
  headers: Record<string, string>;
  /** The handler's return value. */
  output?: unknown;
}

/** Lambda's context, plus the call after the middleware `route`. */
export interface CallContext extends Context {
  call: Call;
}

/** One middleware of the API chain. */
export type CallMiddleware = MiddlewareObj<ApiEvent, Answer, Error, CallContext>;

/** Privileges that the chain itself needs for an endpoint. */
const ofChain = ({ row }: Handler): Grant[] => [
  'secret:origin',
  ...(row.permission === 'public' ? [] : (['table:session', 'table:limits'] as const)),
  ...(row.limits ? (['table:limits'] as const) : []),
  ...(row.idempotent ? ([row.permission === 'public' ? 'table:public-replays' : 'table:replays'] as const) : []),
];

/** Lookups before the organization is known cannot use organization credentials. */
const isOfFunction = (need: HandlerDependency): boolean =>
  'shared' in need || ('adapter' in need && need.ofFunction === true);

/** Secrets of the installation belong to no organization. */
const isOfInstallation = (grant: Grant): boolean => grant.startsWith('secret:');

/** Privileges of dependencies that use the function's own role even for organization-scoped endpoints. */
const ofFunction = ({ needs }: Handler): Grant[] =>
  Object.values(needs).flatMap((need) => (isOfFunction(need) ? need.grants : need.grants.filter(isOfInstallation)));

/** Privileges of a handler, including those of its audit actions and events. */
const ofHandler = ({ row, needs }: Handler): Grant[] => [
  ...(row.auditActions ? (['table:audit-write'] as const) : []),
  ...(row.auditActions?.some(isEncrypted) ? (['table:subject-keys', 'subject-key:use'] as const) : []),
  ...(row.events ? (['table:outbox-write'] as const) : []),
  ...Object.values(needs)
    .filter((need) => !(row.organizationScoped && isOfFunction(need)))
    .flatMap(({ grants }) => grants.filter((grant) => !(row.organizationScoped && isOfInstallation(grant)))),
];

/** Returns the distinct privileges that a function needs for these handlers. */
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

/** Returns the privileges that organization-scoped handlers need per organization. */
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
