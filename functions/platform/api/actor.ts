import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Role } from '#domain/shared/access/roles.ts';
import type { SecondFactorState } from '#domain/shared/access/second-factor.ts';
import type { Endpoint, RateLimit } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Keys } from '../store/keys.ts';
import type { Write } from '../store/table.ts';
import type { RequestIdentity, StoredResponse } from '../store/transactions/idempotency.ts';
import type { Dependencies, DependencyName, HandlerDependencies } from './dependencies.ts';

/** A staff member as currently stored, never as in claims, so that changes apply at once. */
export interface Actor {
  id: string;
  organizationId: string;
  homeId: string;
  name: string;
  email: string;
  role: Role;
  session: string;
  /** Sign-ins up to this second are invalid; undefined if no session was ended. */
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

/** Returns the condition that the actor, who is cached for a minute, is unchanged and has no ended session (S-05). */
export const actorUnchanged = (keys: Keys, { id, role, homeId, sessionsSince }: Actor): Write => ({
  check: keys.profile(id),
  when: { equals: { role, status: 'active', funeral_home_id: homeId, sessions_since: sessionsSince } },
  refused: () => new ActorChangedError(),
});

export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
export type Answer = APIGatewayProxyStructuredResultV2;

export interface RequestInfo {
  readonly id: string;
  readonly ip: string | null;
  readonly path: string;
  /** For Cognito calls in the caller's session; never stored or logged. */
  readonly bearer: string;
}

/** An encrypted paging position that callers can neither read nor forge. */
export interface Cursor {
  seal(position: string): Promise<string>;
  /** Throws 400 with this message if the cursor was not issued for exactly this call. */
  open(cursor: string, refusal?: string): Promise<string>;
}

export interface ApiDependencies {
  provisions: Partial<Dependencies>;
  countAccepted(call: Call, by: RateLimit['by'], about?: string): Promise<AppError | undefined>;
  cursorOf(call: Call): Cursor;
  actors: { forget(profileId: string): void; forgetOrganization(organizationId: string): void };
}

/** An endpoint with its function; `provisions` are the dependencies its Lambda entry must pass. */
export interface Handler<E extends Endpoint = Endpoint, P extends DependencyName = DependencyName> {
  readonly endpoint: E;
  readonly needs: HandlerDependencies;
  readonly provisions: readonly P[];
  readonly run: (call: Call, dependencies: ApiDependencies) => Promise<unknown>;
}

/** Created by `route`; each middleware adds to it. */
export interface Call {
  readonly handler: Handler;
  readonly request: RequestInfo;
  readonly now: Date;
  readonly pathParameters: Readonly<Record<string, string>>;
  actor?: Actor;
  /** An operator's call from the command line, without a session. */
  byOperator?: true;
  body?: unknown;
  input: { params: unknown; query: unknown; body: unknown };
  /** Present if the request has an Idempotency-Key. */
  identity?: RequestIdentity;
  replayed?: StoredResponse;
  headers: Record<string, string>;
  output?: unknown;
}

export interface CallContext extends Context {
  call: Call;
}

export type CallMiddleware = MiddlewareObj<ApiEvent, Answer, Error, CallContext>;
